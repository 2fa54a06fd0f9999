// Records what real kube-apiservers answer over upgrades and downgrades on one preserved etcd, into e2e/golden/paths.
// usage: npm run record-paths -- --binaries DIR [--only TEXT] [--to DIR]
//   --binaries DIR   holds a folder for each release, as v1.24.17, with kube-apiserver; etcd there, beside them or on PATH
//   --only TEXT      paths whose name contains it
// Servers listen on free ports of 127.0.0.1 only; what they write is gone at the end.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../../component-base/package-root.ts'
import { patchFacts } from '../../../component-base/release.ts'
import { commandLine } from '../../command-line.mjs'
import { RecordError } from '../record-error.ts'
import { runRecorder } from '../run-recorder.ts'
import { coreSubjects } from './core-subjects.ts'
import { coursesOver } from './courses.ts'
import { pathText, recordCourse } from './record-course.ts'
import { storedKinds } from './stored-kinds.ts'

const usage = 'npm run record-paths -- --binaries DIR [--only TEXT] [--to DIR]'
const { values } = commandLine(usage, {
  options: {
    binaries: { type: 'string' },
    only: { type: 'string', default: '' },
    to: { type: 'string', default: join(packageRoot, 'e2e/golden/paths') },
  },
})

const courses = coursesOver(
  ['1.24', '1.25', '1.26', '1.27', '1.28', '1.29', '1.30'],
  ['1.24', '1.30', '1.24', '1.36'],
)

async function main(): Promise<void> {
  const { binaries, only, to } = values
  if (binaries === undefined) throw new RecordError(`--binaries is needed\nusage: ${usage}`)
  mkdirSync(to, { recursive: true })
  const binariesOf = (release: string): string => join(binaries, `v${patchFacts().recorded[release]}`)
  for (const course of courses) {
    const subjects = [...coreSubjects, ...storedKinds].filter((s) =>
      `${s.name}-${course.name}`.includes(only),
    )
    if (subjects.length === 0) continue
    const folder = mkdtempSync(join(tmpdir(), 'kepsim-paths-'))
    try {
      for (const path of await recordCourse(course, subjects, { binariesOf, folder })) {
        writeFileSync(join(to, `${path.name}.json`), pathText(path))
        process.stdout.write(`recorded ${path.name}\n`)
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

await runRecorder(main)
