// Upstream: test/images/agnhost/netexec/netexec.go
// Deviates: no SCTP, and no TLS.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { STATUS_CODES } from 'node:http'
import { joinHostPort } from '../../component-base/go/net.ts'
import type { Peer, Process, Program } from '../process.ts'
import { durationMs, goFlags, goLogLine, goTime } from './go-flags.ts'
import { exchangeHttp, peerText, requestBody } from './http.ts'
import { uploadedFile } from './multipart.ts'

interface Server {
  process: Process
  startedAt: number
  /** Whether the UDP server is up. */
  ready: boolean
  log(text: string): void
}

type Handler = (
  server: Server,
  values: URLSearchParams,
  answer: ServerResponse,
  request: IncomingMessage,
) => void | Promise<void>

/** The program `agnhost netexec`, which runs until it is stopped. */
export const netexec: Program = async (process) => {
  const { flags } = goFlags(process.args)
  const startedAt = process.now()
  const log = (text: string): void => process.err(goLogLine(process.now(), text))
  const server: Server = { process, startedAt, ready: false, log }
  const httpPort = Number(flags.get('http-port') ?? 8080)
  const udpPort = Number(flags.get('udp-port') ?? 8081)
  const override = flags.get('http-override')
  log(`Started HTTP server on port ${httpPort}`)
  process.listenHttp(httpPort, (request, answer) => serve(server, request, answer, override))
  if (udpPort !== -1) {
    process.listenUdp(udpPort, (data, from) => answerDatagram(server, data, from))
    log(`Started UDP server on port  ${udpPort}`)
    server.ready = true
  }
  return process.forever()
}

async function serve(
  server: Server,
  request: IncomingMessage,
  answer: ServerResponse,
  override: string | undefined,
): Promise<void> {
  const url = new URL(override ?? request.url ?? '/', 'http://netexec')
  const values = new URLSearchParams(url.search)
  const type = request.headers['content-type'] ?? ''
  if (request.method === 'POST' && type.startsWith('application/x-www-form-urlencoded'))
    for (const [name, value] of new URLSearchParams(
      (await server.process.outside(requestBody(request))).toString(),
    ))
      values.append(name, value)
  const handler = handlers[url.pathname] ?? root
  answer.setHeader('Content-Type', 'text/plain; charset=utf-8')
  await handler(server, values, answer, request)
  if (!answer.writableEnded) answer.end()
}

const root: Handler = ({ process, startedAt, log }, _values, answer) => {
  log('GET /')
  answer.end(`NOW: ${goTime(process.now(), startedAt)}`)
}

const hostname =
  (path: string): Handler =>
  ({ process, log }, _values, answer) => {
    log(`GET ${path}`)
    answer.end(process.hostname)
  }

const integer = (text: string): number | undefined => (/^[-+]?\d+$/.test(text) ? Number(text) : undefined)

/** What node:http can send; Go's server sends any number of three digits, too. */
const sendable = (code: number): boolean => code >= 100 && code <= 999

const handlers: Readonly<Record<string, Handler>> = Object.assign(Object.create(null), {
  '/clientip': (
    { log }: Server,
    _values: URLSearchParams,
    answer: ServerResponse,
    request: IncomingMessage,
  ) => {
    log('GET /clientip')
    answer.end(peerText(request))
  },
  '/dial': dial,
  '/echo': ({ log }: Server, values: URLSearchParams, answer: ServerResponse) => {
    const message = values.get('msg') ?? ''
    const text = values.get('code') ?? ''
    log(`GET /echo?msg=${message}&code=${text}`)
    const code = integer(text)
    if (text !== '' && code === undefined)
      return void answer.end(`argument 'code' must be an integer or empty, got ${JSON.stringify(text)}\n`)
    if (code !== undefined && sendable(code)) answer.statusCode = code
    answer.end(message)
  },
  '/exit': exit,
  '/header': ({ log }: Server, values: URLSearchParams, answer: ServerResponse, request: IncomingMessage) => {
    const key = values.get('key') ?? ''
    log(`GET /header?key=${key}`)
    answer.end(String(request.headers[key.toLowerCase()] ?? ''))
  },
  '/healthz': ({ ready, log }: Server, _values: URLSearchParams, answer: ServerResponse) => {
    log('GET /healthz')
    answer.statusCode = ready ? 200 : 412
    answer.end()
  },
  '/hostname': hostname('/hostname'),
  '/hostName': hostname('/hostName'),
  '/redirect': (
    { log }: Server,
    values: URLSearchParams,
    answer: ServerResponse,
    request: IncomingMessage,
  ) => {
    const location = values.get('location') ?? ''
    const text = values.get('code') ?? ''
    log(`${request.method} /redirect?msg=${location}&code=${text}`)
    const code = text === '' ? 302 : integer(text)
    if (code === undefined)
      return void answer.end(`argument 'code' must be an integer or empty, got ${JSON.stringify(text)}\n`)
    answer.writeHead(sendable(code) ? code : 302, {
      Location: location,
      'Content-Type': 'text/html; charset=utf-8',
    })
    answer.end(`<a href="${location}">${STATUS_CODES[code] ?? ''}</a>.\n\n`)
  },
  '/shell': shell,
  '/shutdown': ({ process, log }: Server) => {
    log('GET /shutdown')
    process.exit(0)
  },
  '/upload': upload,
})

async function exit(
  { process, log }: Server,
  values: URLSearchParams,
  answer: ServerResponse,
): Promise<void> {
  const [code, timeout, wait] = ['code', 'timeout', 'wait'].map((name) => values.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  log(`GET /exit?code=${code}&timeout=${timeout}&wait=${wait}`)
  for (const [name, text] of Object.entries({ timeout, wait }))
    if (text !== '' && durationMs(text) === undefined)
      return void answer.end(
        `argument '${name}' must be a valid golang duration or empty, got ${JSON.stringify(text)}\n`,
      )
  if (code !== '' && integer(code) === undefined)
    return void answer.end(
      `argument 'code' must be an integer [0-127] or empty, got ${JSON.stringify(code)}\n`,
    )
  const shown = (text: string): string => (text === '' ? '0s' : text)
  log(
    `Will begin shutdown in ${shown(wait)}, allowing ${shown(timeout)} for connections to close, then will exit with ${Number(code)}`,
  )
  await process.sleep(durationMs(wait) ?? 0)
  if ((durationMs(timeout) ?? 0) > 0) {
    answer.end()
    log('Graceful shutdown completed with: <nil>')
  }
  process.exit(Number(code) & 255)
}

async function shell(
  { process, log }: Server,
  values: URLSearchParams,
  answer: ServerResponse,
): Promise<void> {
  const command = values.get('shellCommand') || (values.get('cmd') ?? '')
  log(`GET /shell?cmd=${command}`)
  const { output, exitCode } = await process.run(['/bin/sh', '-c', command])
  const result = {
    ...(exitCode === 0 ? {} : { error: `exit status ${exitCode}` }),
    ...(output === '' ? {} : { output }),
  }
  log(
    `Output: map[${Object.entries(result)
      .map(([key, value]) => `${key}:${value}`)
      .join(' ')}]`,
  )
  answer.end(JSON.stringify(result))
}

async function upload(
  { process, log }: Server,
  _values: URLSearchParams,
  answer: ServerResponse,
  request: IncomingMessage,
): Promise<void> {
  log('GET /upload')
  const file = uploadedFile(
    await process.outside(requestBody(request)),
    request.headers['content-type'] ?? '',
    'file',
  )
  if (file === undefined) return void answer.end(JSON.stringify({ error: 'Unable to upload file.' }))
  const path = `/uploads/upload${String(process.now() % 1_000_000_000).padStart(9, '0')}`
  try {
    await process.files.mkdir('/uploads', { recursive: true })
    await process.files.writeFile(path, file)
    await process.files.chmod(path, 0o700)
  } catch {
    return void answer.end(JSON.stringify({ error: 'Unable to open file for write' }))
  }
  log(`Wrote upload to ${path}`)
  answer.statusCode = 201
  answer.end(JSON.stringify({ output: path }))
}

const badRequest = (answer: ServerResponse, text: string): void => {
  answer.statusCode = 400
  answer.setHeader('X-Content-Type-Options', 'nosniff')
  answer.end(`${text}\n`)
}

const mostTries = 1000

async function dial(
  { process, log }: Server,
  values: URLSearchParams,
  answer: ServerResponse,
): Promise<void> {
  const value = (name: string): string => values.get(name) ?? ''
  const [host, port, request, protocol, triesText] = ['host', 'port', 'request', 'protocol', 'tries'].map(
    value,
  ) as [string, string, string, string, string]
  log(`GET /dial?host=${host}&protocol=${protocol}&port=${port}&request=${request}&tries=${triesText}`)
  const tries = triesText === '' ? 1 : integer(triesText)
  if (tries === undefined)
    return badRequest(
      answer,
      `tries parameter is invalid. strconv.Atoi: parsing ${JSON.stringify(triesText)}: invalid syntax`,
    )
  if (request === '') return badRequest(answer, 'request parameter not specified. <nil>')
  const kind = protocol.toLowerCase()
  if (!['', 'http', 'udp'].includes(kind)) return badRequest(answer, `unsupported protocol. ${protocol}`)
  const responses: string[] = []
  const errors: string[] = []
  let last = ''
  for (let i = 0; i < Math.min(tries, mostTries); i++)
    try {
      last = ''
      last =
        kind === 'udp'
          ? await overUdp(process, host, Number(port), request)
          : (
              await exchangeHttp(process, {
                url: `http://${joinHostPort(host, port)}/${request}`,
              })
            ).body.toString()
      responses.push(last)
    } catch (error) {
      errors.push((error as Error).message)
    }
  answer.end(
    JSON.stringify({
      ...(errors.length === 0 ? {} : { errors }),
      ...(last === '' ? {} : { responses }),
    }),
  )
}

async function overUdp(process: Process, host: string, port: number, request: string): Promise<string> {
  const answer = await process.network.datagram(process.pod, host, port, Buffer.from(request))
  if (answer === undefined || answer.length === 0)
    throw new Error(
      `reading from udp connection failed. err:'read udp ->${joinHostPort(host, port)}: i/o timeout'`,
    )
  return Buffer.from(answer).toString()
}

function answerDatagram({ process, log }: Server, data: Uint8Array, from: Peer): Uint8Array | undefined {
  const text = Buffer.from(data).toString().trim().toLowerCase()
  const client = joinHostPort(from.address, from.port)
  if (text === 'hostname') {
    log('Sending udp hostName response')
    return Buffer.from(process.hostname)
  }
  if (text.startsWith('echo ')) {
    log(`Echoing ${text.slice(5)} to UDP client ${client}`)
    return Buffer.from(text.slice(5))
  }
  if (text === 'clientip') {
    log(`Sending clientip back to UDP client ${client}`)
    return Buffer.from(client)
  }
  if (text !== '') log(`Unknown UDP command received from ${client}: ${text}`)
  return undefined
}
