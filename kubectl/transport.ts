// HTTP(S) from a kubeconfig: JSON in and out, the server's warnings to stderr.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent, request as httpsRequest } from 'node:https'
import type { ClientConfig } from '../client/kubeconfig.ts'
import { KubectlError, ServerError } from './usage-error.ts'

export interface CallOptions {
  method?: string
  body?: string
  contentType?: string
  accept?: string
  signal?: AbortSignal
}

export class Transport {
  readonly config: ClientConfig
  private readonly agent: Agent | undefined
  private readonly warn: (text: string) => void
  private readonly warned = new Set<string>()

  constructor(config: ClientConfig, warn: (text: string) => void) {
    this.config = config
    this.warn = warn
    const { ca, cert, key, insecure } = config
    this.agent = config.server.startsWith('https:')
      ? new Agent({ keepAlive: true, ca, cert, key, rejectUnauthorized: insecure !== true })
      : undefined
  }

  /** The answer's text; throws ServerError for a refusal. */
  async text(path: string, options: CallOptions = {}): Promise<string> {
    const response = await this.open(path, options)
    let text = ''
    response.setEncoding('utf8')
    for await (const chunk of response) text += chunk as string
    const code = response.statusCode ?? 0
    if (code >= 200 && code < 300) return text
    throw refusal(code, text)
  }

  async json<T>(path: string, options: CallOptions = {}): Promise<T> {
    return JSON.parse(await this.text(path, options)) as T
  }

  /** The lines of a watch until it ends. */
  async *lines(path: string, options: CallOptions): AsyncGenerator<string> {
    const response = await this.open(path, options)
    response.setEncoding('utf8')
    let rest = ''
    for await (const chunk of response) {
      rest += chunk as string
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        yield rest.slice(0, end)
        rest = rest.slice(end + 1)
      }
    }
  }

  close(): void {
    this.agent?.destroy()
  }

  private open(path: string, options: CallOptions): Promise<IncomingMessage> {
    const headers: Record<string, string> = {
      Accept: options.accept ?? 'application/json',
      'User-Agent': 'kubectl/kepsim',
    }
    if (this.config.token !== undefined) headers['Authorization'] = `Bearer ${this.config.token}`
    if (options.body !== undefined) {
      headers['Content-Type'] = options.contentType ?? 'application/json'
      headers['Content-Length'] = String(Buffer.byteLength(options.body))
    }
    const send = this.agent === undefined ? httpRequest : httpsRequest
    return new Promise((resolve, reject) => {
      const request = send(
        this.config.server + path,
        { method: options.method ?? 'GET', headers, agent: this.agent, signal: options.signal },
        (response) => {
          this.showWarnings(response)
          resolve(response)
        },
      )
      request.on('error', (error: NodeJS.ErrnoException) =>
        reject(error.name === 'AbortError' ? error : this.unreachable(error)),
      )
      request.end(options.body)
    })
  }

  private unreachable(error: NodeJS.ErrnoException): Error {
    const host = new URL(this.config.server).host
    if (error.code === 'ECONNREFUSED')
      return new KubectlError(
        `The connection to the server ${host} was refused - did you specify the right host or port?`,
      )
    return new KubectlError(`Unable to connect to the server: ${error.message}`)
  }

  private showWarnings(response: IncomingMessage): void {
    const header = response.headers['warning']
    for (const [, text = ''] of (Array.isArray(header)
      ? (header as string[]).join(', ')
      : (header ?? '')
    ).matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
      const message = text.replace(/\\(.)/g, '$1')
      if (!this.warned.has(message)) this.warn(`Warning: ${message}\n`)
      this.warned.add(message)
    }
  }
}

function refusal(code: number, text: string): ServerError {
  try {
    const status = JSON.parse(text) as { message?: string; reason?: string; kind?: string }
    if (status.kind === 'Status') return new ServerError({ ...status, code })
  } catch {}
  return new ServerError({ message: text.trim() || `unknown (${code})`, code })
}
