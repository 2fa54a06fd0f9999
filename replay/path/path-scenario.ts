// What a path is walked with: manifests whose objects are followed, a Markdown script, or a module that asserts.
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Cluster } from '../../cluster/cluster.ts'
import { InputError } from '../input-error.ts'
import type { KubectlRunner } from '../machine/machine.ts'
import type { StepResult } from '../outcome.ts'
import type { ScenarioLog } from '../skew/scenario-log.ts'
import type { ReplayFacts } from '../skew/scenario-run.ts'
import { manifestScenario } from './manifest-scenario.ts'
import { markdownScenario } from './markdown-scenario.ts'
import { moduleScenario } from './module-scenario.ts'

export interface Hop {
  from: string
  to: string
}

export interface Checked {
  holds: boolean
  /** One line: what the scenario answered, or why it does not hold. */
  outcome: string
  /** Where it has some. */
  steps: StepResult[]
}

/** A scenario on one cluster. */
export interface Walk {
  /** Makes the objects to follow, at the first release. Throws InputError for what cannot be made. */
  setup(): Promise<void>
  /** Runs after each hop; never throws. */
  check(hop: Hop): Promise<Checked>
  close(): Promise<void>
}

export interface WalkParts {
  cluster: Cluster
  node: string
  log: ScenarioLog
  /** Gates to tell the state of in reports. */
  gates: readonly string[]
  facts: ReplayFacts
  kubectl: KubectlRunner
}

export interface PathScenario {
  file: string
  /** Fields to follow in reports, as `Node node-1 status.nodeInfo.kubeProxyVersion`. */
  watch: readonly string[]
  /** May be asked for several clusters, one after the other. */
  on(parts: WalkParts): Walk
}

/** Reads `.yaml` and `.json` manifests, a Markdown script, or a module. Throws InputError. */
export async function loadPathScenario(file: string, section?: string): Promise<PathScenario> {
  const extension = extname(file).toLowerCase()
  const text = read(file)
  if (['.yaml', '.yml', '.json'].includes(extension)) return manifestScenario(file, text)
  if (['.md', '.markdown'].includes(extension)) return markdownScenario(file, text, section)
  if (['.mjs', '.js', '.ts', '.mts'].includes(extension)) return moduleScenario(file)
  throw new InputError(
    file,
    undefined,
    'a path is walked with manifests (.yaml), a Markdown script (.md) or a module (.mjs, .js or .ts)',
  )
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new InputError(file, undefined, code === 'ENOENT' ? 'no such file' : message)
  }
}
