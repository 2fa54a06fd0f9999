// Attacks a server with one hostile request after the other, and prints how long others waited and what memory it took.
// usage: npm run hostile-requests [-- --only REGEXP] [--release 1.36] [--flag=--FLAG=VALUE …] [--limit 250] [--settle SECONDS]
//        npm run hostile-requests -- --soak SECONDS     strong churn instead; memory is to end level
// livez: the longest answer of /livez meanwhile; computed: what the thread that serves did during one answer, which does not depend
// on how busy the machine is. Memory is measured when it is back within a fifth, or after --settle (default: 12 seconds at most). Exit code 1 when
// a server ended, computed for more than --limit milliseconds (default 250), or kept memory of an attack that stores nothing.

import { attacks } from '../e2e/hostile/requests/attacks.ts'
import type { Attack } from '../e2e/hostile/requests/hostile-request.ts'
import { commandLine } from './command-line.mjs'
import { runAttacker } from './hostile-requests/attacker.ts'
import { type Measured, MeasuredServer } from './hostile-requests/measured-server.ts'
import { soak } from './hostile-requests/soak.ts'

const { values } = commandLine(
  'npm run hostile-requests [-- --only REGEXP] [--release 1.36] [--flag=--FLAG=VALUE …] [--limit 250] [--settle SECONDS] [--soak SECONDS]',
  {
    options: {
      only: { type: 'string', default: '' },
      release: { type: 'string', default: '1.36' },
      limit: { type: 'string', default: '250' },
      flag: { type: 'string', multiple: true, default: [] },
      settle: { type: 'string' },
      soak: { type: 'string' },
      attack: { type: 'string' },
      token: { type: 'string', default: '' },
    },
  },
)

const only = new RegExp(values.only)
const settle = values.settle === undefined ? undefined : Number(values.settle) * 1000
const columns = [
  'livez ms',
  'computed',
  'seconds',
  'RSS MB before',
  'peak',
  'after',
  'statuses',
  'kB',
] as const
const widths = columns.map((column) => column.length + 2)

const row = (name: string, cells: readonly (string | number)[]): string =>
  `${name.padEnd(48)}${cells.map((cell, i) => String(cell).padStart(widths[i]!)).join('')}\n`

const show = (
  { name, livez, computed, seconds, rss, memoryIsBack, statuses, kilobytes, alive }: Measured,
  stored: boolean,
): string =>
  row(name, [
    Math.round(livez),
    Math.round(computed),
    seconds.toFixed(1),
    rss.before,
    rss.peak,
    `${rss.after}${memoryIsBack ? '' : stored ? ' s' : ' !'}`,
    alive ? statuses : 'ENDED',
    kilobytes,
  ])

/** What is stored takes memory of the server, as it shall. */
const stores = ({ requests }: Attack, { statuses }: Measured): boolean =>
  /\b20[01]\b/.test(statuses) && requests.some(({ method }) => method !== 'GET')

async function main(): Promise<void> {
  process.stdout.write(row('', columns))
  let server: MeasuredServer | undefined
  let [bad, kept] = [0, 0]
  let [prepared, changed]: [unknown, boolean] = [undefined, false]
  for (const attack of attacks.filter((a) => only.test(a.name))) {
    if (server === undefined || !server.alive() || prepared !== attack.prepare || changed) {
      await server?.stop()
      server = await MeasuredServer.start(values.release, [
        // Pods need no service account that a controller makes.
        '--disable-admission-plugins=ServiceAccount',
        ...values.flag,
      ])
      await server.prepare(attack)
      prepared = attack.prepare
    }
    const measured = await server.measure(attack, settle)
    changed = stores(attack, measured)
    if (!changed && !measured.memoryIsBack) kept++
    if (!measured.alive || measured.computed > Number(values.limit)) bad++
    process.stdout.write(show(measured, changed))
  }
  await server?.stop()
  process.stdout.write(`${bad} kept others waiting for more than ${values.limit} ms, or ended the server\n`)
  process.stdout.write(`${kept} stored nothing and kept memory (!)\n`)
  process.exitCode = bad + kept > 0 ? 1 : 0
}

async function runSoak(seconds: number): Promise<void> {
  const server = await MeasuredServer.start(values.release, values.flag)
  const level = await soak(server, seconds, (text) => process.stdout.write(text))
  await server.stop()
  process.exitCode = level ? 0 : 1
}

if (values.attack !== undefined) runAttacker(values.attack, values.token)
else if (values.soak !== undefined) await runSoak(Number(values.soak))
else await main()
