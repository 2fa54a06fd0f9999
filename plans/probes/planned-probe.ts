// What a plan has `kepsim plan walk` ask in each release, and what it says of the answers.

/** The media types of PATCH by their names in plans. */
export const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

/** An expectation of the answers in some rows of a walk. */
export interface ProbeClaim {
  /** The first and the last minor release of the rows: `1.37`. */
  readonly from?: string
  readonly until?: string
  /** Whether the rows emulate another release; without it both. */
  readonly emulates?: boolean
  /** Values of gates that the rows have; where a component does not start, those that its flags ask for. */
  readonly where?: Readonly<Record<string, boolean>>
  /** The HTTP code. */
  readonly code?: number
  /** The value of the field that `show` names; null: it is not set. */
  readonly is?: unknown
  /** Whether the field that `show` names is set, and not empty. */
  readonly set?: boolean
  /** A part of the refusal's message. */
  readonly message?: string
  /** A part of a Warning header. */
  readonly warning?: string
  /** A part of the text with which a component does not start. */
  readonly refused?: string
}

/** A request, with the part of its answer that the table shows. */
export interface PlannedProbe {
  /** The column's title. */
  readonly name: string
  /** `POST /api/v1/namespaces/default/services?dryRun=All` */
  readonly request: string
  readonly body?: unknown
  readonly as?: keyof typeof patchTypes
  /** Components of a node that run while the request is sent. */
  readonly with?: readonly 'kubelet'[]
  /** The path of a field of the answer. */
  readonly show?: string
  readonly claims?: readonly ProbeClaim[]
}

/** The keys of a claim that say something of an answer. */
export const claimed = ['code', 'is', 'set', 'message', 'warning', 'refused'] as const

/** A claim in one line: `from 1.37, where ServiceTrafficHint=true: is "Node"`. */
export function claimText({ from, until, emulates, where = {}, ...rest }: ProbeClaim): string {
  const rows = [
    ...(from === undefined ? [] : [`from ${from}`]),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(emulates === undefined ? [] : [emulates ? 'emulating' : 'not emulating']),
    ...Object.entries(where).map(([gate, value]) => `where ${gate}=${value}`),
  ]
  const said = Object.entries(rest).map(([key, value]) => `${key} ${JSON.stringify(value)}`)
  return `${rows.length === 0 ? 'in all rows' : rows.join(', ')}: ${said.join(', ')}`
}
