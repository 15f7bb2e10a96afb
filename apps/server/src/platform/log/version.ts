import release from '../../../../../package.json' with { type: 'json' }

/** The version of this portal (docs/releases.md). */
export const portalVersion = release.version
