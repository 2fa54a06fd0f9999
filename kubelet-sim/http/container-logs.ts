// Upstream: pkg/kubelet/server/server.go (getContainerLogs), pkg/kubelet/kubelet_pods.go (validateContainerLogStatus), k8s.io/cri-client/pkg/logs/logs.go
import type { ServerResponse } from 'node:http'
import { logTime } from '../../component-base/go/log-time.ts'
import type { ContainerOutput, OutputLine } from '../../containers/node-containers.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ContainerStatus, Pod } from '../pods/pod.ts'
import { type ContainerHost, containerSpecOf, podOf, unknownContainers } from './container-host.ts'
import type { ContainerPath } from './container-path.ts'
import { type Answer, text } from './http-answer.ts'

/** core/v1 PodLogOptions, of a query. */
export interface LogOptions {
  readonly follow: boolean
  readonly previous: boolean
  readonly timestamps: boolean
  /** Milliseconds since the epoch; lines before are left out. */
  readonly since: number | undefined
  readonly tailLines: number | undefined
  readonly limitBytes: number | undefined
  readonly stream: string
}

const undecodable = text('{"message": "Unable to decode query."}', 400)
const invalid = text('{"message": "Invalid request."}', 422)

/** A bool of a query as Go reads it: all but '', `false` and `0` are true. */
const boolOf = (value: string | null): boolean => value !== null && !['', 'false', '0'].includes(value)

/** The options, or why they are none. @param now milliseconds since the epoch */
export function logOptions(query: URLSearchParams, now: number): LogOptions | Answer {
  const numbers = ['sinceSeconds', 'tailLines', 'limitBytes'].map((name) => {
    const value = query.get(name)
    return value === null || value === '' ? undefined : Number(value)
  })
  if (numbers.some((one) => one !== undefined && !Number.isSafeInteger(one))) return undecodable
  const [sinceSeconds, tailLines, limitBytes] = numbers
  const time = query.get('sinceTime') ?? ''
  const sinceTime = time === '' ? undefined : Date.parse(time)
  if (Number.isNaN(sinceTime)) return undecodable
  const bad =
    (sinceSeconds !== undefined && (sinceSeconds < 1 || sinceTime !== undefined)) ||
    (tailLines ?? 0) < 0 ||
    (limitBytes ?? 1) < 1
  const stream = query.get('stream') || 'All'
  if (bad || !['All', 'Stdout', 'Stderr'].includes(stream) || (stream !== 'All' && tailLines !== undefined))
    return invalid
  const [follow, previous, timestamps] = ['follow', 'previous', 'timestamps'].map((name) =>
    boolOf(query.get(name)),
  ) as [boolean, boolean, boolean]
  const since = sinceSeconds === undefined ? sinceTime : now - sinceSeconds * 1000
  return { follow, previous, timestamps, since, tailLines, limitBytes, stream }
}

/** Answers with the log of a container. Resolves when it has been sent, or why there is none. */
export async function serveLogs(
  host: ContainerHost,
  { namespace, pod: name, container }: ContainerPath,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<Answer | undefined> {
  const options = logOptions(query, host.now())
  if ('status' in options) return options
  const pod = podOf(host, namespace, name)
  if (pod === undefined) return text(`pod ${JSON.stringify(name)} does not exist`, 404)
  if (containerSpecOf(pod, container) === undefined)
    return text(`container ${JSON.stringify(container)} not found in pod ${JSON.stringify(name)}`, 404)
  if (options.stream !== 'All' && !gateEnabled(host.gates, 'PodLogsQuerySplitStreams'))
    return text(
      `unable to return the given log stream: ${JSON.stringify(options.stream)}. Please enable PodLogsQuerySplitStreams feature gate in kubelet`,
      400,
    )
  const missing = noLog(pod, container, options.previous)
  if (missing !== undefined) return text(missing, 400)
  const output = host.containers()?.output(namespace, name, container, options.previous)
  if (output === undefined) return unknownContainers(pod)
  try {
    await output.settled()
  } catch (error) {
    return unknownContainers(pod, (error as Error).message)
  }
  response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8', 'Transfer-Encoding': 'chunked' })
  response.flushHeaders()
  await new LogWriter(output, options, response).run()
  response.end()
  return undefined
}

/** Why there is no log, by the status of the container; undefined: there is one. */
export function noLog({ metadata, status }: Pod, container: string, previous: boolean): string | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = status ?? {}
  const ephemeral = (status?.ephemeralContainerStatuses ?? []) as ContainerStatus[]
  const found = [...containerStatuses, ...initContainerStatuses, ...ephemeral].find(
    (one) => one.name === container,
  )
  const named = `container ${JSON.stringify(container)} in pod ${JSON.stringify(metadata.name)}`
  if (found === undefined) return `${named} is not available`
  const { state = {}, lastState = {} } = found as Partial<ContainerStatus>
  const last = lastState.terminated
  const hasID = (one: { containerID?: string } | undefined): boolean => (one?.containerID ?? '') !== ''
  if (previous) return hasID(last) ? undefined : `previous terminated ${named} not found`
  if (state.running !== undefined) return undefined
  if (state.terminated !== undefined)
    return hasID(state.terminated) || hasID(last) ? undefined : `${named} is terminated`
  if (last !== undefined) return hasID(last) ? undefined : `${named} is terminated`
  const reason = state.waiting?.reason
  if (state.waiting === undefined) return `${named} is waiting to start - no logs yet`
  return `${named} is waiting to start: ${waitingFor[reason ?? ''] ?? reason ?? ''}`
}

const waitingFor: Readonly<Record<string, string>> = {
  ErrImagePull: "image can't be pulled",
  ImagePullBackOff: 'trying and failing to pull image',
}

/** Writes the lines that are wanted, and those that come while the container runs. */
class LogWriter {
  private readonly output: ContainerOutput
  private readonly options: LogOptions
  private readonly response: ServerResponse
  private next: number
  private left: number
  private newLine = true
  private shown: OutputLine | undefined

  constructor(output: ContainerOutput, options: LogOptions, response: ServerResponse) {
    this.output = output
    this.options = options
    this.response = response
    this.left = options.limitBytes ?? Number.POSITIVE_INFINITY
    this.next = options.tailLines === undefined ? 0 : tailStart(output.lines, options.tailLines)
  }

  /** Resolves when all has been written that is to be. */
  async run(): Promise<void> {
    const { response, output, options } = this
    let wake: () => void = () => {}
    const gone = (): void => wake()
    response.once('close', gone)
    const stop = options.follow ? output.onChange(() => wake()) : undefined
    try {
      for (;;) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve
        })
        // Read before the lines are: one that comes with the end is not missed.
        const { ended } = output
        if (!this.write() || !options.follow) return
        if (response.writableNeedDrain) response.once('drain', gone)
        else if (ended) return
        await woken
      }
    } finally {
      stop?.()
      response.off('close', gone)
    }
  }

  /** Writes lines while the client reads; false where it is gone, or has what it wanted. */
  private write(): boolean {
    const { output, response } = this
    this.findPlace()
    while (this.next < output.lines.length) {
      if (response.destroyed || this.left <= 0) return false
      if (response.writableNeedDrain && this.options.follow) return true
      const line = output.lines[this.next++]!
      this.line(line)
      this.shown = line
    }
    return !response.destroyed && this.left > 0
  }

  /** A line that was not ended may be longer by now, and old lines may be gone. */
  private findPlace(): void {
    const { shown } = this
    if (shown === undefined) return
    const { lines } = this.output
    const now = lines[this.next - 1]
    if (now === shown) return
    if (now !== undefined && now.at === shown.at && now.text.startsWith(shown.text)) {
      this.line({ ...now, text: now.text.slice(shown.text.length) })
      this.shown = now
    } else this.next = Math.min(this.next, lines.lastIndexOf(shown) + 1)
  }

  private line({ at, stream, text: content }: OutputLine): void {
    const { since = Number.NEGATIVE_INFINITY, timestamps, stream: wanted } = this.options
    const begins = this.newLine
    this.newLine = content.endsWith('\n')
    if (at < since || (wanted !== 'All' && wanted.toLowerCase() !== stream)) return
    const line = Buffer.from(timestamps && begins ? `${logTime(at)} ${content}` : content)
    const piece = line.subarray(0, this.left)
    this.left -= piece.length
    this.response.write(piece)
  }
}

/** The index of the first of so many last lines; lines that are not ended are part of the one after. */
function tailStart(lines: readonly OutputLine[], count: number): number {
  let start = lines.length
  let seen = 0
  while (start > 0) {
    const before = lines[start - 2]
    if (seen === count) return start
    start--
    if (before === undefined || before.text.endsWith('\n')) seen++
  }
  return start
}
