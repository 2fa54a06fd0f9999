// Servers of well-known images. Upstream: nginx, httpd, traefik/whoami, registry.k8s.io/echoserver, hashicorp/http-echo,
// perf-tests/util-images/sleep, kubernetes/test/images/nonewprivs
import type { IncomingMessage, ServerResponse } from 'node:http'
import { CannotRun } from '../node-containers.ts'
import type { Process, Program } from '../process.ts'
import { durationMs, goFlags, goLogLine } from './go-flags.ts'
import { peerAddress, peerText, requestBody } from './http.ts'

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  css: 'text/css',
  js: 'application/javascript',
  json: 'application/json',
  txt: 'text/plain',
  xml: 'text/xml',
}

interface Site {
  server: string
  root: string
  index: string
  /** The page of an error. */
  page(status: number, reason: string): string
  logs(request: IncomingMessage, status: number, length: number): void
}

/** Serves the files of a folder as a web server does. */
async function serveSite(
  { files }: Process,
  site: Site,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://site')
  const send = (status: number, reason: string, type: string, body: Uint8Array): void => {
    response.writeHead(status, reason, {
      Server: site.server,
      'Content-Type': type,
      'Content-Length': body.length,
    })
    response.end(request.method === 'HEAD' ? undefined : body)
    site.logs(request, status, body.length)
  }
  const fail = (status: number, reason: string): void =>
    send(status, reason, 'text/html', Buffer.from(site.page(status, reason)))
  if (request.method !== 'GET' && request.method !== 'HEAD') return fail(405, 'Not Allowed')
  let path = files.resolvePath(site.root, `.${decodeURI(pathname)}`)
  if (!(await files.exists(path))) return fail(404, 'Not Found')
  if ((await files.stat(path)).isDirectory) {
    path = `${path}/${site.index}`
    if (!(await files.exists(path))) return fail(403, 'Forbidden')
  }
  send(
    200,
    'OK',
    types[path.split('.').at(-1)!] ?? 'application/octet-stream',
    await files.readFileBuffer(path),
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The time in the form of web servers' logs: `01/Jan/2026:00:00:00 +0000`. */
function logTime(now: number): string {
  const text = new Date(now).toISOString()
  return `${text.slice(8, 10)}/${months[Number(text.slice(5, 7)) - 1]}/${text.slice(0, 4)}:${text.slice(11, 19)} +0000`
}

const requestLine = ({ method, url, httpVersion }: IncomingMessage): string =>
  `${method} ${url} HTTP/${httpVersion}`

/** nginx with the configuration of its image, or with another `listen` and `root` of /etc/nginx/conf.d/default.conf. */
export const nginx: Program = async (process) => {
  const version = process.env['NGINX_VERSION'] ?? '1.25.3'
  const told = (level: string, text: string): void =>
    process.err(goLogLine(process.now(), `[${level}] 1#1: ${text}`))
  const notice = (text: string): void => told('notice', text)
  const conf = await process.files.readFile('/etc/nginx/conf.d/default.conf').catch(() => '')
  const port = Number(/\blisten\s+(?:[\d.]+:)?(\d+)/.exec(conf)?.[1] ?? 80)
  const root = /\broot\s+([^;\s]+);/.exec(conf)?.[1] ?? '/usr/share/nginx/html'
  if (!(await bound(process, port, told))) return 1
  for (const text of [
    'using the "epoll" event method',
    `nginx/${version}`,
    'OS: Linux 6.1.0-kepsim',
    'start worker processes',
  ])
    notice(text)
  const site: Site = {
    server: `nginx/${version}`,
    root,
    index: 'index.html',
    page: (status, reason) =>
      `<html>\r\n<head><title>${status} ${reason}</title></head>\r\n<body>\r\n<center><h1>${status} ${reason}</h1></center>\r\n<hr><center>nginx/${version}</center>\r\n</body>\r\n</html>\r\n`,
    logs: (request, status, length) =>
      process.out(
        `${peerAddress(request)} - - [${logTime(process.now())}] "${requestLine(request)}" ${status} ${length} "${request.headers.referer ?? '-'}" "${request.headers['user-agent'] ?? '-'}" "${String(request.headers['x-forwarded-for'] ?? '-')}"\n`,
      ),
  }
  process.listenHttp(port, (request, response) => serveSite(process, site, request, response))
  return process.forever()
}

/** How often nginx tries to have its ports, and how long it waits between. Upstream: src/core/ngx_connection.c (ngx_open_listening_sockets) */
const [bindTries, bindWaitMs] = [5, 500]

/** Whether nginx may have its port in the end. What it says before its log is open stands there twice. */
async function bound(
  process: Process,
  port: number,
  told: (level: string, text: string) => void,
): Promise<boolean> {
  const emerg = (text: string): void => {
    told('emerg', text)
    process.err(`nginx: [emerg] ${text}\n`)
  }
  for (let tries = 0; process.taken(port); tries++) {
    if (tries === bindTries) {
      emerg('still could not bind()')
      return false
    }
    for (const address of ['0.0.0.0', '[::]'])
      emerg(`bind() to ${address}:${port} failed (98: Address already in use)`)
    told('notice', `try again to bind() after ${bindWaitMs}ms`)
    await process.sleep(bindWaitMs)
  }
  return true
}

/** Apache's httpd with the configuration of its image. */
export const httpd: Program = (process) => {
  const version = process.env['HTTPD_VERSION'] ?? '2.4.58'
  const name = `Apache/${version} (Unix)`
  process.err(
    `AH00558: httpd: Could not reliably determine the server's fully qualified domain name, using ${process.address ?? '127.0.0.1'}. Set the 'ServerName' directive globally to suppress this message\n`,
  )
  if (process.taken(80)) {
    for (const address of ['[::]', '0.0.0.0'])
      process.err(`(98)Address already in use: AH00072: make_sock: could not bind to address ${address}:80\n`)
    process.err('no listening sockets available, shutting down\nAH00015: Unable to open logs\n')
    return Promise.resolve(1)
  }
  const site: Site = {
    server: name,
    root: '/usr/local/apache2/htdocs',
    index: 'index.html',
    page: (status, reason) =>
      `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${status} ${reason}</title>\n</head><body>\n<h1>${reason}</h1>\n</body></html>\n`,
    logs: (request, status, length) =>
      process.out(
        `${peerAddress(request)} - - [${logTime(process.now())}] "${requestLine(request)}" ${status} ${length}\n`,
      ),
  }
  process.listenHttp(80, (request, response) => serveSite(process, site, request, response))
  return process.forever()
}

const plain = { 'Content-Type': 'text/plain; charset=utf-8' }

const headerLines = (request: IncomingMessage, separator: string): string =>
  Object.entries(request.headers)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}${separator}${String(value)}\n`)
    .join('')

/** The program of the image echoserver: answers with the request that it got. */
export const echoServer: Program = (process) => {
  process.listenHttp(
    Number(process.env['PORT'] ?? process.env['HTTP_PORT'] ?? 8080),
    async (request, response) => {
      const body = await process.outside(requestBody(request))
      response.writeHead(200, { 'Content-Type': 'text/plain' })
      const { POD_NAME = '-no pod information available-', NODE_NAME, POD_NAMESPACE, POD_IP } = process.env
      const pod = POD_NAME.startsWith('-')
        ? `\t${POD_NAME}\n`
        : `\tnode name:\t${NODE_NAME ?? ''}\n\tpod name:\t${POD_NAME}\n\tpod namespace:\t${POD_NAMESPACE ?? ''}\n\tpod IP:\t${POD_IP ?? ''}\n`
      response.end(
        `\n\nHostname: ${process.hostname}\n\nPod Information:\n${pod}\nServer values:\n\tserver_version=nginx: 1.14.2 - lua: 10015\n\nRequest Information:\n\tclient_address=${peerAddress(request)}\n\tmethod=${request.method}\n\treal path=${request.url}\n\tquery=${new URL(request.url ?? '/', 'http://echo').search.slice(1)}\n\trequest_version=1.1\n\trequest_scheme=http\n\trequest_uri=http://${request.headers.host ?? ''}${request.url}\n\nRequest Headers:\n${headerLines(request, '=').replace(/^/gm, '\t').replace(/\t$/, '')}\nRequest Body:\n${body.length === 0 ? '\t-no body in request-\n' : body.toString()}\n`,
      )
      process.out(
        `${peerAddress(request)} - - [${logTime(process.now())}] "${requestLine(request)}" 200 ${body.length} "-" "${request.headers['user-agent'] ?? '-'}"\n`,
      )
    },
  )
  return process.forever()
}

/** The program of the image whoami: answers with facts about itself and the request. */
export const whoami: Program = (process) => {
  const { flags } = goFlags(process.args, ['verbose'])
  const port = Number(flags.get('port') ?? process.env['WHOAMI_PORT_NUMBER'] ?? 80)
  const name = flags.get('name') ?? process.env['WHOAMI_NAME'] ?? ''
  process.out(
    `${new Date(process.now()).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')} Starting up on port ${port}\n`,
  )
  process.listenHttp(port, (request, response) => {
    response.writeHead(200, plain)
    const addresses = ['127.0.0.1', '::1', ...(process.address === undefined ? [] : [process.address])]
    response.end(
      `${name === '' ? '' : `Name: ${name}\n`}Hostname: ${process.hostname}\n${addresses.map((one) => `IP: ${one}\n`).join('')}RemoteAddr: ${peerText(request)}\n${requestLine(request).replace(/^(\S+ \S+) .*/, '$1 HTTP/1.1')}\nHost: ${request.headers.host ?? ''}\n${headerLines({ headers: withoutHost(request) } as IncomingMessage, ': ')}\n`,
    )
  })
  return process.forever()
}

function withoutHost({ headers: { host: _host, ...rest } }: IncomingMessage): IncomingMessage['headers'] {
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name.replace(/(^|-)\w/g, (letter) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** The program of the image hello-app: answers with a greeting, its version and host name. */
export const helloApp: Program = (process) => {
  const port = Number(process.env['PORT'] ?? 8080)
  const version = /:(\d+)\.\d/.exec(process.pod.spec.containers[0]?.image ?? '')?.[1] ?? '1'
  process.err(
    `${new Date(process.now()).toISOString().slice(0, 19).replaceAll('-', '/').replace('T', ' ')} Server listening on port ${port}\n`,
  )
  process.listenHttp(port, (_request, response) => {
    response.writeHead(200, plain)
    response.end(`Hello, world!\nVersion: ${version}.0.0\nHostname: ${process.hostname}\n`)
  })
  return process.forever()
}

/** The program of the image http-echo: answers with the text that it was given. */
export const httpEcho: Program = (process) => {
  const { flags } = goFlags(process.args)
  const text = flags.get('text') ?? process.env['ECHO_TEXT']
  const port = Number(/:(\d+)$/.exec(flags.get('listen') ?? ':5678')?.[1] ?? 5678)
  if (text === undefined) {
    process.err('Missing -text option!\n')
    return Promise.resolve(127)
  }
  process.listenHttp(port, (_request, response) => {
    response.writeHead(200, { ...plain, 'X-App-Name': 'http-echo' })
    response.end(`${text}\n`)
  })
  return process.forever()
}

/** The program of the image sleep: ends after the time that it was given. */
export const sleepImage: Program = async (process) => {
  const { rest } = goFlags(process.args)
  const ms = durationMs(rest[0] ?? '0s')
  if (ms === undefined) throw new CannotRun(`sleep ${rest[0]} is not simulated`)
  await process.sleep(ms)
  return 0
}

/** Prints the effective user, which is another one where the setuid bit of the program counts. */
export const nonewprivs: Program = async (process) => {
  const { securityContext } = process.pod.spec.containers[0]!
  const user = securityContext?.runAsUser ?? process.pod.spec.securityContext?.runAsUser ?? 0
  process.out(`Effective uid: ${securityContext?.allowPrivilegeEscalation === false ? user : 0}\n`)
  return 0
}
