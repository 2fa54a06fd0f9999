// Kills a store's process under load, and damages data directories, many times; `npm test` does the same with a few.
// usage: npm run disk-faults [-- --kills 1000] [--flips 1000] [--deletions 100] [--server-kills 100] [--seed 1]
// Exit code 1 when something that was answered is lost, something is there in half, or damage changed data silently.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../component-base/random.ts'
import { serverFolder } from '../e2e/conformance/server-process.ts'
import {
  type Draw,
  deleteFile,
  flipBit,
  type Original,
  tryDamaged,
} from '../server/storage/lowdb/testing/damage.ts'
import { directoriesUnder } from '../server/storage/lowdb/testing/directories.ts'
import { KilledWriters } from '../server/storage/lowdb/testing/killed-writers.ts'
import { commandLine } from './command-line.mjs'
import { KilledServer } from './disk-faults/killed-server.ts'

const { values } = commandLine(
  'npm run disk-faults [-- --kills 1000] [--flips 1000] [--deletions 100] [--server-kills 100] [--seed 1]',
  {
    options: {
      kills: { type: 'string', default: '1000' },
      flips: { type: 'string', default: '1000' },
      deletions: { type: 'string', default: '100' },
      'server-kills': { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
    },
  },
)
const random = seededRandom(Number(values.seed))
const draw: Draw = (bound) => random.int(bound)
const root = mkdtempSync(join(tmpdir(), 'kepsim-disk-faults-'))
let failed = false

function report(what: string, bad: readonly string[]): void {
  failed ||= bad.length > 0
  process.stdout.write(`${what}: ${bad.length} bad\n${bad.map((text) => `  ${text}\n`).join('')}`)
}

/** At a moment, or a number of answers, that is drawn; one store lives on through all kills. */
async function kills(times: number): Promise<void> {
  const killed = new KilledWriters(join(root, 'kills'), join(root, 'writer.mjs'))
  const bad: string[] = []
  for (let time = 0; time < times; time++) {
    const last = 1 + draw(time % 2 === 0 ? 40 : 1500)
    let end = 0
    const isTime = (answers: number): boolean => {
      if (answers === last) end = performance.now() + draw(8)
      return answers >= last && performance.now() >= end
    }
    bad.push(...(await killed.kill(isTime)))
  }
  report(`${times} kills of 16 writers, ${killed.answers} answers`, bad)
}

async function serverKills(times: number): Promise<void> {
  const folder = serverFolder()
  try {
    const killed = new KilledServer(folder.dir)
    const bad: string[] = []
    for (let time = 0; time < times; time++)
      bad.push(...(await killed.kill(1 + draw(time % 2 === 0 ? 30 : 600))))
    report(`${times} kills of a server with 16 clients, ${killed.answers} answers`, bad)
  } finally {
    folder.remove()
  }
}

async function damages(
  what: string,
  {
    times,
    originals,
    damage,
  }: { times: number; originals: Original[]; damage: (directory: string, draw: Draw) => string },
): Promise<void> {
  const bad: string[] = []
  let refused = 0
  for (let time = 0; time < times; time++) {
    let which = ''
    const outcome = await tryDamaged(
      originals[time % originals.length]!,
      join(root, 'scratch'),
      (directory) => {
        which = damage(directory, draw)
      },
    )
    if (outcome === 'refused') refused++
    else if (outcome !== 'unharmed') bad.push(`${which}: ${outcome}`)
  }
  report(`${times} ${what}, ${refused} refused, the others without harm`, bad)
}

try {
  const originals = Object.values(await directoriesUnder(root))
  await damages('flipped bits', { times: Number(values.flips), originals, damage: flipBit })
  await damages('deleted files', { times: Number(values.deletions), originals, damage: deleteFile })
  await kills(Number(values.kills))
  await serverKills(Number(values['server-kills']))
} finally {
  rmSync(root, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
