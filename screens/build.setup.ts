import { buildWhenNeeded } from '../tools/build-portal.ts'
import { findChromium } from '../tools/find-chromium.ts'

/** Screens run on the built page, with its policy and its chunks. */
export default async function build() {
  const { NODE_ENV } = process.env
  // The mode of the test runner would build the page for development.
  delete process.env.NODE_ENV
  await buildWhenNeeded(console.log)
  if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV
  // Installed once, before the workers need it.
  process.env.CHROMIUM_PATH = findChromium()
}
