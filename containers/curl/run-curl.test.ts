import { describe, expect, it } from 'vitest'
import { CannotRun } from '../node-containers.ts'
import type { CurlAnswer, CurlFailure, CurlWorld } from './answer.ts'
import type { CurlRequest } from './request.ts'
import { runCurl } from './run-curl.ts'

const refused: CurlFailure = { exitCode: 7, why: 'no' }

const answer = (status: number, reason: string, headers: [string, string][], body = ''): CurlAnswer => ({
  status,
  reason,
  headers,
  body: Buffer.from(body),
})

/** What servers answer to, by path. */
const pages: Readonly<Record<string, (asked: CurlRequest, url: URL) => CurlAnswer | CurlFailure>> = {
  '/echo': ({ method, headers, body = Buffer.alloc(0) }, { search }) =>
    answer(200, 'OK', [], `${method} ${search} ${headers.map((one) => one.join('=')).join(' ')} ${body}`),
  '/a': () => answer(200, 'OK', [['Content-Type', 'text/x']], 'body\n'),
  '/': () => answer(200, 'OK', [], 'root\n'),
  '/none': () => answer(404, 'Not Found', [], 'nothing\n'),
  '/busy': () => answer(503, 'Service Unavailable', [], 'busy\n'),
  '/moved': () => answer(302, 'Found', [['Location', '/echo']], 'moved\n'),
  '/away': () => answer(307, 'Temporary Redirect', [['location', 'http://other/echo']]),
  '/circle': () => answer(301, 'Moved Permanently', [['Location', '/circle']]),
  '/slow': () => answer(200, 'OK', [], 'late\n'),
}

async function run(...args: string[]) {
  const files = new Map([
    ['data', Buffer.from('a\nb\r\n')],
    ['-', Buffer.from('in\n')],
  ])
  const slept: number[] = []
  let time = 0
  const world: CurlWorld = {
    exchange: async (url, request) => {
      if (url.pathname === '/slow') time += 5000
      return pages[url.pathname]?.(request, url) ?? refused
    },
    readFile: async (name) => files.get(name),
    writeFile: async (name, bytes) => {
      if (name.startsWith('/no/')) return false
      files.set(name, Buffer.from(bytes))
      return true
    },
    sleep: async (ms) => void slept.push(ms),
    now: () => time,
  }
  const result = await runCurl(args, world)
  return { ...result, slept, fileOf: (name: string) => files.get(name)?.toString() }
}

const usual = 'Host=h User-Agent=curl/8.5.0 Accept=*/*'
const form = 'Content-Type=application/x-www-form-urlencoded'

describe('curl sends', () => {
  it.each<[string, string[], string]>([
    ['a GET', [], `GET  ${usual} `],
    ['the method of -X', ['-XPATCH'], `PATCH  ${usual} `],
    ['data, joined', ['-d', 'a=1', '-d', 'b=2'], `POST  ${usual} Content-Length=7 ${form} a=1&b=2`],
    ['no data, as a POST', ['-d', ''], `POST  ${usual} Content-Length=0 ${form} `],
    ['a file without its line ends', ['-d', '@data'], `POST  ${usual} Content-Length=2 ${form} ab`],
    ['a file as it is', ['--data-binary', '@data'], `POST  ${usual} Content-Length=5 ${form} a\nb\r\n`],
    ['the standard input', ['--data-binary', '@-'], `POST  ${usual} Content-Length=3 ${form} in\n`],
    ['an @ as it is', ['--data-raw', '@data'], `POST  ${usual} Content-Length=5 ${form} @data`],
    [
      'encoded data',
      [
        '--data-urlencode',
        'a=b c&',
        '--data-urlencode',
        '=x y',
        '--data-urlencode',
        'p q',
        '--data-urlencode',
        'f@data',
      ],
      `POST  ${usual} Content-Length=30 ${form} a=b+c%26&x+y&p+q&f=a%0Ab%0D%0A`,
    ],
    ['data behind the address', ['-G', '-d', 'a=1'], `GET ?a=1 ${usual} `],
    [
      'JSON',
      ['--json', '{}'],
      'POST  Host=h User-Agent=curl/8.5.0 Accept=application/json Content-Length=2 Content-Type=application/json {}',
    ],
    [
      'headers in place of its own',
      [
        '-H',
        'X: 1',
        '-H',
        'X: 2',
        '-H',
        'Accept:',
        '-H',
        'Y;',
        '-H',
        'Z:',
        '-H',
        'nothing',
        '-H',
        'host: b',
        '-A',
        'me',
      ],
      'GET  Host=b User-Agent=me X=1 X=2 Y= ',
    ],
    [
      'name and password',
      ['-u', 'a:b'],
      `GET  Host=h Authorization=Basic YTpi User-Agent=curl/8.5.0 Accept=*/* `,
    ],
    [
      'a token',
      ['--oauth2-bearer', 't'],
      `GET  Host=h Authorization=Bearer t User-Agent=curl/8.5.0 Accept=*/* `,
    ],
  ])('%s', async (_, args, echo) => {
    expect((await run(...args, 'h/echo')).stdout).toBe(echo)
  })
})

const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/x\r\n\r\n'
const notFound = 'curl: (22) The requested URL returned error: 404\n'
const again = 'Warning: Problem : HTTP error. Will retry in 1 seconds. 1 retries left.\n'

describe('curl writes', () => {
  it.each<[string[], { stdout?: string; stderr?: string; exitCode?: number; slept?: number[] }]>([
    [['h/a'], { stdout: 'body\n' }],
    [['-i', 'h/a'], { stdout: `${head}body\n` }],
    [['-I', 'h/a'], { stdout: head }],
    [['-D', '-', 'h/a'], { stdout: `${head}body\n` }],
    [['h/none'], { stdout: 'nothing\n' }],
    [['-f', 'h/none'], { stderr: notFound, exitCode: 22 }],
    [['-sf', 'h/none'], { exitCode: 22 }],
    [['-sSf', 'h/none'], { stderr: notFound, exitCode: 22 }],
    [['-fi', 'h/none'], { stdout: 'HTTP/1.1 404 Not Found\r\n\r\n', stderr: notFound, exitCode: 22 }],
    [['--fail-with-body', 'h/none'], { stdout: 'nothing\n', stderr: notFound, exitCode: 22 }],
    [['h/gone', 'h/a'], { stdout: 'body\n', stderr: 'curl: (7) no\n' }],
    [['h/a', 'h/gone'], { stdout: 'body\n', stderr: 'curl: (7) no\n', exitCode: 7 }],
    [['--fail-early', 'h/gone', 'h/a'], { stderr: 'curl: (7) no\n', exitCode: 7 }],
    [['-s', '-w', '%{http_code}\\n', 'h/gone'], { stdout: '000\n', exitCode: 7 }],
    [
      ['-so', '/dev/null', '-w', '%{http_code} %{size_download} %{content_type}%%', 'h/a'],
      { stdout: '200 5 text/x%' },
    ],
    [
      ['-w', '%{nosuch}|%{method}', 'h/a'],
      { stdout: 'body\n|GET', stderr: "curl: unknown --write-out variable: 'nosuch'\n" },
    ],
    [['-w', '%{redirect_url}', '-o', 'x', 'h/moved'], { stdout: 'http://h/echo' }],
    [['-o', '/no/x', 'h/a'], { stderr: 'curl: (23) Failure writing output to destination\n', exitCode: 23 }],
    [['-O', 'h'], { stderr: 'curl: (23) Failed writing received data to disk/application\n', exitCode: 23 }],
    [
      ['-O', 'http://h/'],
      { stderr: 'curl: (23) Failed writing received data to disk/application\n', exitCode: 23 },
    ],
    [['-o', 'x', '-o', 'y', 'h/a'], { stderr: 'Warning: Got more output options than URLs\n' }],
    [['a b'], { stderr: 'curl: (3) URL using bad/illegal format or missing URL\n', exitCode: 3 }],
    [
      ['-m', '2', 'h/slow'],
      {
        stderr: 'curl: (28) Operation timed out after 2000 milliseconds with 0 bytes received\n',
        exitCode: 28,
      },
    ],
    [['-m', '9', 'h/slow'], { stdout: 'late\n' }],
    [['--retry', '1', 'h/busy'], { stdout: 'busy\nbusy\n', stderr: again, slept: [1000] }],
    [['-s', '--retry', '3', 'h/busy', '-o', 'x'], { slept: [1000, 2000, 4000] }],
    [
      ['-s', '--retry', '9', '--retry-delay', '2', '--retry-max-time', '5', '-o', 'x', 'h/busy'],
      { slept: [2000, 2000] },
    ],
    [['-s', '--retry', '1', 'h/gone'], { exitCode: 7 }],
    [['-s', '--retry', '1', '--retry-connrefused', 'h/gone'], { exitCode: 7, slept: [1000] }],
    [['--retry', '2', 'h/none'], { stdout: 'nothing\n' }],
    [['h/moved'], { stdout: 'moved\n' }],
    [
      ['-L', '--max-redirs', '0', 'h/moved'],
      { stderr: 'curl: (47) Maximum (0) redirects followed\n', exitCode: 47 },
    ],
    [['-sL', 'h/circle'], { exitCode: 47 }],
    [
      ['--nosuch'],
      {
        stderr:
          "curl: option --nosuch: is unknown\ncurl: try 'curl --help' or 'curl --manual' for more information\n",
        exitCode: 2,
      },
    ],
  ])('%j', async (args, { stdout = '', stderr = '', exitCode = 0, slept = [] }) => {
    expect(await run(...args)).toMatchObject({ stdout, stderr, exitCode, slept })
  })

  it('what it sends and gets, where it is to say more', async () => {
    expect((await run('-v', '-s', 'h/a')).stderr).toBe(
      '> GET /a HTTP/1.1\n> Host: h\n> User-Agent: curl/8.5.0\n> Accept: */*\n> \n< HTTP/1.1 200 OK\n< Content-Type: text/x\n< \n',
    )
  })

  it('each body to its file', async () => {
    const { fileOf, stdout } = await run('-s', '-O', '-o', 'two', 'h/a', 'h/none', 'h/a')
    expect([fileOf('a'), fileOf('two'), stdout]).toEqual(['body\n', 'nothing\n', 'body\n'])
  })
})

describe('curl follows an address', () => {
  it.each<[string, string[], string]>([
    ['with a GET in place of a POST', ['-d', 'a', 'h/moved'], `GET  ${usual} `],
    ['with the method that it is told to take', ['-XPOST', 'h/moved'], `POST  ${usual} `],
    [
      'with its data, where that is asked',
      ['-da', 'h/away'],
      `POST  Host=other User-Agent=curl/8.5.0 Accept=*/* Content-Length=1 ${form} a`,
    ],
    [
      'without what is for its own host',
      ['-ua:b', 'h/away'],
      'GET  Host=other User-Agent=curl/8.5.0 Accept=*/* ',
    ],
    [
      'with what is for its own host',
      ['-ua:b', 'h/moved'],
      'GET  Host=h Authorization=Basic YTpi User-Agent=curl/8.5.0 Accept=*/* ',
    ],
  ])('%s', async (_, args, echo) => {
    expect((await run('-L', ...args)).stdout).toBe(echo)
  })
})

it.each([
  [['h/{a,b}'], 'curl of several addresses in one, with […] or {…}, is not simulated'],
  [['h/[1-3]'], 'curl of several addresses in one, with […] or {…}, is not simulated'],
  [['-w', '%{remote_ip}', 'h/a'], "curl -w '%{remote_ip}' is not simulated"],
])('%j is not simulated', async (args, message) => {
  await expect(run(...args)).rejects.toEqual(new CannotRun(message))
})

it.each([[['http://[::1]:80/a']], [['-g', 'h/{a}']]])('%j is one address', async (args) => {
  expect((await run(...args)).exitCode).not.toBe(2)
})
