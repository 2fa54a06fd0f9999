// Three servers on one etcd under 16 writers and 6 watchers: one is killed every few seconds, etcd is restarted, compacted, and cut off
// from a server for 10 seconds; `npm test` does the same for a moment. Needs etcd on PATH.
// usage: npm run etcd-faults [-- --seconds 20] [--release 1.36] [--kill-every 2] [--cut 10] [--seed 1] [--timeouts]
// --timeouts: also stops etcd until requests time out (a minute). Exit code 1 when a write that was acknowledged is lost or there
// twice, when a watcher that goes on where it was misses an event or sees one twice, or when a server does not come back.
import { seededRandom } from '../component-base/random.ts'
import { runFaults } from '../e2e/etcd-faults/run-faults.ts'
import { runTimeouts } from '../e2e/etcd-faults/run-timeouts.ts'
import { hasEtcd } from '../server/storage/etcd/testing/etcd-process.ts'
import { commandLine } from './command-line.mjs'

const { values } = commandLine(
  'npm run etcd-faults [-- --seconds 20] [--release 1.36] [--kill-every 2] [--cut 10] [--seed 1] [--timeouts]',
  {
    options: {
      seconds: { type: 'string', default: '20' },
      release: { type: 'string', default: '1.36' },
      'kill-every': { type: 'string', default: '2' },
      cut: { type: 'string', default: '10' },
      seed: { type: 'string', default: '1' },
      timeouts: { type: 'boolean', default: false },
    },
  },
)

const shownAtMost = 20

function report({ lines, bad }: { lines: string[]; bad: string[] }): void {
  const shown = bad.slice(0, shownAtMost).map((text) => `  ${text}`)
  process.stdout.write(`${[...lines, `${bad.length} bad`, ...shown].join('\n')}\n`)
  if (bad.length > 0) process.exitCode = 1
}

if (hasEtcd) {
  const { release } = values
  report(
    await runFaults({
      release,
      servers: 3,
      seconds: Number(values.seconds),
      killEvery: Number(values['kill-every']),
      cut: Number(values.cut),
      random: seededRandom(Number(values.seed)),
    }),
  )
  if (values.timeouts) report(await runTimeouts(release))
} else process.stdout.write('SKIP: there is no etcd on PATH\n')
