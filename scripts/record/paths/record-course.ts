import { Memory, play, type Result } from '../../../e2e/conformance/play.ts'
import type { Step } from '../../../e2e/conformance/scenario.ts'
import { findBinaries } from '../components.ts'
import { RecordError } from '../record-error.ts'
import { startRealServer } from '../server/real-server.ts'
import type { Course, Turn } from './courses.ts'
import { object, post, type Subject } from './subject.ts'

/** Where the servers come from, and what they write into. */
interface Place {
  /** The folder of a release's binaries. */
  binariesOf(release: string): string
  folder: string
}

interface RecordedPath {
  name: string
  about: string
  phases: Phase[]
}
interface Phase {
  release: string
  steps: (Step & { expect: object })[]
}

const patience = 180_000
/** What fails in a server whose store holds FlowSchemas of a version that it does not know. It serves all the same. */
const mayFail = ['informer-sync', 'poststarthook/priority-and-fairness-config-producer']

const pathName = (subject: Subject, course: Course): string => `${subject.name}-${course.name}`

/** The requests of a turn, with ids that no other turn has. */
function stepsOf(subject: Subject, name: string, turns: readonly Turn[], turn: number): Step[] {
  const at = turns[turn]!
  const suffix = at.round === 0 ? '' : `-r${at.round}`
  const steps = subject.steps({ ...at, turn, namespace: name, suffix })
  return [...(turn === 0 ? [namespaceOf(name)] : []), ...steps].map((step) => ({
    ...step,
    id: `${step.id}-${turn}`,
  }))
}

const namespaceOf = (name: string): Step => ({
  ...post('ns', '/api/v1/namespaces', object('v1', 'Namespace', name)),
  setup: true,
})

function answered(step: Step, result: Result): Phase['steps'][number] {
  if ('error' in result) throw new RecordError(`${step.method} ${step.path}: ${result.error}`)
  const { status, type } = result
  return { ...step, expect: step.setup === true ? { status, type } : result }
}

/** Plays the subjects over one store, whose servers change with the turns. Rejects with RecordError where one does not start or answer. */
export async function recordCourse(
  course: Course,
  subjects: readonly Subject[],
  place: Place,
): Promise<RecordedPath[]> {
  const paths = subjects.map((subject) => ({ subject, memory: new Memory(), phases: [] as Phase[] }))
  for (const [turn, { release }] of course.turns.entries()) {
    const binaries = findBinaries(place.binariesOf(release), process.env['PATH'] ?? '')
    const server = await startRealServer({ binaries, folder: place.folder, flags: [], patience, mayFail })
    try {
      for (const { subject, memory, phases } of paths) {
        const steps = stepsOf(subject, pathName(subject, course), course.turns, turn)
        const results = await play(server.target, steps, memory)
        phases.push({ release, steps: steps.map((step, i) => answered(step, results[i]!)) })
      }
    } finally {
      await server.stop()
    }
  }
  return paths.map(({ subject, phases }) => ({
    name: pathName(subject, course),
    about: subject.about,
    phases,
  }))
}

/** A path as it is stored: one step on each line, so that a change of one answer is a change of one line. */
export function pathText({ name, about, phases }: RecordedPath): string {
  const texts = phases.map(({ steps, ...head }) => {
    const lines = steps.map((step) => JSON.stringify(step)).join(',\n')
    return `${JSON.stringify(head).slice(0, -1)},"steps":[\n${lines}]}`
  })
  return `{"name": ${JSON.stringify(name)}, "about": ${JSON.stringify(about)}, "phases": [\n${texts.join(',\n')}]}\n`
}
