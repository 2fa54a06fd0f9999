// Puts the schemas and objects of e2e/golden/crd-schema to the real packages of their releases again, and writes what they answer.
//   node dist/record-crd-schema.js 1.36=v1.36.3 [1.33=v1.33.13 …]     needs Go and the modules of the releases
//   node dist/record-crd-schema.js --grow SEED COUNT FILE 1.36=v1.36.3    asks new ones, made by chance, into FILE-1.36.json.gz
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packageRoot } from '../component-base/package-root.ts'
import { changed, valueFor } from './record/crd-schema/grow-object.ts'
import { growResource } from './record/crd-schema/grow-schema.ts'
import { Chance } from './record/crd-schema/random.ts'
import { openWorkshop } from './record/go/workshop.ts'

interface Question {
  readonly schema: unknown
  readonly steps: readonly { readonly verb: string; readonly object: unknown; readonly old?: unknown }[]
}
type Case = readonly [question: Question, answer: unknown]

function growQuestion(seed: number): Question {
  const chance = new Chance(seed)
  const schema = growResource(chance)
  chance.wildness = chance.one([0, 0.2, 1])
  const steps = Array.from({ length: 4 }, () => {
    const verb = chance.one(['create', 'create', 'update', 'update', 'status'])
    const object = valueFor(chance, { ...schema, nullable: false })
    const whole = typeof object === 'object' && object !== null && !Array.isArray(object) ? object : {}
    return verb === 'create'
      ? { verb, object: whole }
      : { verb, object: whole, old: oldOf(chance, whole, schema) }
  })
  return { schema, steps }
}

function oldOf(chance: Chance, object: object, schema: ReturnType<typeof growResource>): unknown {
  const old = changed(chance, structuredClone(object), schema)
  return typeof old === 'object' && old !== null && !Array.isArray(old) ? old : {}
}

async function ask(questions: readonly Question[], release: string, version: string, file: string) {
  const folder = mkdtempSync(join(tmpdir(), 'record-crd-schema-'))
  try {
    const task = join(folder, 'task.json')
    writeFileSync(task, JSON.stringify(questions))
    const workshop = await openWorkshop(version)
    const answers = await workshop.run<readonly unknown[]>('crdschema', [task])
    const cases: Case[] = questions.map((question, i) => [question, answers[i]])
    writeFileSync(file, gzipSync(JSON.stringify(cases), { level: 9 }))
    console.log(`${release}: ${answers.length} answers of ${version}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const releasesOf = (words: readonly string[]): [string, string][] =>
  words.map((word) => word.split('=') as [string, string])

async function main(words: readonly string[]): Promise<void> {
  if (words[0] === '--grow') {
    const [, seed, count, file, ...rest] = words
    const questions = Array.from({ length: Number(count) }, (_, i) => growQuestion(Number(seed) * 1e6 + i))
    for (const [release, version] of releasesOf(rest))
      await ask(questions, release, version, `${file}-${release}.json.gz`)
    return
  }
  for (const [release, version] of releasesOf(words)) {
    const file = join(packageRoot, `e2e/golden/crd-schema/${release}.json.gz`)
    const cases = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as Case[]
    await ask(
      cases.map(([question]) => question),
      release,
      version,
      file,
    )
  }
}

await main(process.argv.slice(2))
