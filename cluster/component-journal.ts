import type { LogLine } from '../server/endpoints/special/node-backend.ts'

const keptRuns = 5
const keptLines = 5000

/** The log lines of components, run by run: a component that is started again begins another run. */
export class ComponentJournal {
  private readonly runs = new Map<string, LogLine[][]>()
  /** Changes when a line comes. */
  revision = 0

  /** Begins a run. @param node of a kubelet or kube-proxy; '' for a control plane. @returns where its lines go */
  begin(component: string, node: string, now: () => number): (line: string) => void {
    const key = `${component}/${node}`
    const run: LogLine[] = []
    this.runs.set(key, [...(this.runs.get(key) ?? []).slice(1 - keptRuns), run])
    return (text) => {
      run.push({ at: now(), text })
      if (run.length > 2 * keptLines) run.splice(0, run.length - keptLines)
      this.revision++
    }
  }

  /** @param back 0: of the run that is, 1: of the one before. Undefined where there is no such run. */
  lines(component: string, node: string, back: 0 | 1): readonly LogLine[] | undefined {
    return this.runs.get(`${component}/${node}`)?.at(-1 - back)
  }

  /** The lines of all runs of a component. */
  all(component: string, node: string): LogLine[] {
    return (this.runs.get(`${component}/${node}`) ?? []).flat()
  }
}
