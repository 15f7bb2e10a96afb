import { execFileSync } from 'node:child_process'
import { chownSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { ensurePostgres15 } from '../../../../tools/ensure-postgres-15.ts'
import { ensureProxies } from '../../../../tools/ensure-proxies.ts'
import { chooseRunner } from '../../../sandbox/src/database/unprivileged.ts'
import { startProgram, type Program } from './programs.ts'

const example = (file: string) => readFileSync(join(import.meta.portalRoot, 'deploy', file), 'utf8')

/** Replaces the values that differ in each installation; a line that the example no longer has is an error. */
function adapt(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`The example has no "${from}".`)
    return adapted.replaceAll(from, to)
  }, text)
}

const listens = (port: number) => () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => (socket.destroy(), resolve(true)))
      .once('error', () => resolve(false))
  })

export interface Bouncer {
  /** Writes its settings with other users or another database, and reloads them. */
  reload(users: Record<string, string>, databasePort: number): void
}

/** PgBouncer with the settings of deploy/pgbouncer. */
export async function startBouncer(
  folder: string,
  port: number,
  users: Record<string, string>,
  databasePort: number,
): Promise<Bouncer> {
  const runner = chooseRunner(dirname(ensurePostgres15()))
  const [settings, userList] = ['pgbouncer.ini', 'userlist.txt'].map((name) => join(folder, name))
  const write = (to: number, names: Record<string, string>) => {
    const lines = Object.entries(names).map(([name, password]) => `"${name}" "${password}"\n`)
    writeFileSync(userList!, lines.join(''))
    writeFileSync(
      settings!,
      adapt(example('pgbouncer/pgbouncer.ini'), {
        'host=10.0.0.21 port=5432': `host=127.0.0.1 port=${to}`,
        '10.0.0.20': '127.0.0.1',
        '6432': String(port),
        '/etc/pgbouncer/userlist.txt': userList!,
      }),
    )
    // Readable for its user: PgBouncer refuses to run as root.
    if (runner.owner)
      for (const path of [folder, settings!, userList!])
        chownSync(path, runner.owner.uid, runner.owner.gid)
  }
  write(databasePort, users)
  const program = await startProgram({
    command: [...runner.prefix, ensureProxies().pgbouncer, settings!],
    identity: runner.identity,
    cwd: folder,
    isReady: listens(port),
  })
  return {
    reload: (names, to) => {
      write(to, names)
      program.process.kill('SIGHUP')
    },
  }
}

/** Creates a self-signed certificate for localhost; returns the file with certificate and key. */
export function makeCertificate(folder: string): string {
  const [key, certificate] = ['tls.key', 'tls.crt'].map((name) => join(folder, name))
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  execFileSync(
    'openssl',
    ['req', ...options, ...names, '-days', '2', '-keyout', key!, '-out', certificate!],
    { stdio: 'ignore' },
  )
  writeFileSync(
    join(folder, 'tls.pem'),
    readFileSync(certificate!, 'utf8') + readFileSync(key!, 'utf8'),
  )
  return certificate!
}

/** HAProxy with the settings of deploy/haproxy, in front of two web servers. */
export function startTlsProxy(
  folder: string,
  port: number,
  [first, second]: [number, number],
): Promise<Program> {
  const settings = join(folder, 'haproxy.cfg')
  writeFileSync(
    settings,
    adapt(example('haproxy/haproxy.cfg'), {
      'bind :443': `bind 127.0.0.1:${port}`,
      '/etc/haproxy/portal.pem': join(folder, 'tls.pem'),
      '10.0.0.11:3000': `127.0.0.1:${first}`,
      '10.0.0.12:3000': `127.0.0.1:${second}`,
    }),
  )
  return startProgram({
    command: [ensureProxies().haproxy, '-db', '-f', settings],
    cwd: folder,
    isReady: listens(port),
  })
}
