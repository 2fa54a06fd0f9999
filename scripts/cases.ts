// Runs the recorded cases of a folder against the simulated components.
// usage: npm run cases -- --dir DIR [--only TEXT] [--failures N]
import { existsSync } from 'node:fs'
import { kinds } from './cases/kinds.ts'

interface Arguments {
  dir: string
  /** Only files whose path contains this. */
  only: string
  /** How many differences are shown for each file. */
  failures: number
}

const usage = 'usage: npm run cases -- --dir DIR [--only TEXT] [--failures N]\n'

function readArguments(argv: string[]): Arguments | undefined {
  const found: Arguments = { dir: '', only: '', failures: 5 }
  for (let i = 0; i < argv.length; i += 2) {
    const [name, value] = argv[i]!.includes('=')
      ? [argv[i]!.split('=')[0], argv[i--]!.split('=')[1]]
      : [argv[i], argv[i + 1]]
    if (value === undefined) return undefined
    if (name === '--dir') found.dir = value
    else if (name === '--only') found.only = value
    else if (name === '--failures' && /^[0-9]+$/.test(value)) found.failures = Number(value)
    else return undefined
  }
  return found.dir === '' ? undefined : found
}

async function main(argv: string[]): Promise<number> {
  const options = readArguments(argv)
  if (options === undefined || !existsSync(options.dir)) {
    process.stderr.write(options === undefined ? usage : `cases: there is no folder ${options.dir}\n${usage}`)
    return 2
  }
  let passed = 0
  let failed = 0
  for (const kind of kinds) {
    for (const file of kind.files(options.dir).filter((f) => f.includes(options.only))) {
      let own = 0
      let shown = 0
      let total = 0
      for await (const result of kind.run(options.dir, file)) {
        total++
        if (result.ok) own++
        else if (shown++ < options.failures)
          process.stdout.write(`FAIL ${result.id}\n${result.diff.replace(/^/gm, '  ')}\n`)
      }
      process.stdout.write(`${file}: ${own}/${total}\n`)
      passed += own
      failed += total - own
    }
  }
  if (passed + failed === 0) {
    process.stderr.write(`cases: no recorded cases in ${options.dir}\n`)
    return 2
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  return failed === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
