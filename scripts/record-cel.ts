// Puts the expressions of e2e/golden/cel to the real CEL of their releases again, and writes what it answers.
//   node dist/record-cel.js 1.36=v1.36.3 [1.33=v1.33.13 …]      needs Go and the modules of the releases
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packageRoot } from '../component-base/package-root.ts'
import { openWorkshop } from './record/go/workshop.ts'

interface Golden {
  readonly compatible: string
  readonly stored: boolean
  readonly sets: unknown
  readonly cases: readonly (readonly [set: string, expression: string, answer: unknown])[]
}

async function recordAgain(release: string, version: string): Promise<void> {
  const file = join(packageRoot, `e2e/golden/cel/${release}.json.gz`)
  const golden = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Golden
  const folder = mkdtempSync(join(tmpdir(), 'record-cel-'))
  try {
    const task = join(folder, 'task.json')
    const cases = golden.cases.map(([set, expression]) => [set, expression])
    writeFileSync(task, JSON.stringify({ ...golden, cases }))
    const workshop = await openWorkshop(version)
    const answers = await workshop.run<readonly unknown[]>('cel', [task])
    const answered = golden.cases.map(([set, expression], i) => [set, expression, answers[i]])
    writeFileSync(file, gzipSync(JSON.stringify({ ...golden, cases: answered }), { level: 9 }))
    console.log(`${release}: ${answers.length} answers of ${version}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

for (const argument of process.argv.slice(2)) {
  const [release = '', version = ''] = argument.split('=')
  await recordAgain(release, version)
}
