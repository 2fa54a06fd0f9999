import { describe, expect, it } from 'vitest'
import { CannotRun } from '../node-containers.ts'
import { type CurlOptions, CurlUsageError, parseCurlOptions } from './options.ts'

const url = 'http://a'
const hint = "curl: try 'curl --help' or 'curl --manual' for more information\n"

function refusalOf(args: readonly string[]): unknown {
  try {
    parseCurlOptions(args)
  } catch (error) {
    return error
  }
  return undefined
}

describe('curl reads', () => {
  it.each<[string, string[], Partial<CurlOptions>]>([
    ['letters together', ['-sSk', url], { silent: true, showError: true, insecure: true, urls: [url] }],
    ['a value behind letters', ['-so', 'x', url], { silent: true, outputs: [{ file: 'x' }], urls: [url] }],
    [
      'options after the address',
      [url, '-so', '/dev/null'],
      { outputs: [{ file: '/dev/null' }], urls: [url] },
    ],
    ['a value glued to its letter', ['-sXPOST', url], { silent: true, method: 'POST' }],
    ['all of a word as a value', ['-ofS', url], { outputs: [{ file: 'fS' }], showError: false }],
    ['a value that begins with a dash', ['-X', '-s', url], { method: '-s', silent: false }],
    ['no options behind --', ['-s', '--', '-k'], { urls: ['-k'], insecure: false }],
    [
      'several addresses',
      ['a', '--url', 'b', '-O', '-o', 'c'],
      { urls: ['a', 'b'], outputs: ['remote', { file: 'c' }] },
    ],
    ['the one name that begins so', ['--sil', '--INS', url], { silent: true, insecure: true }],
    [
      'switches that are switched off again',
      ['-sfL', '--no-silent', '--no-fail', '--no-location', url],
      { silent: false, fail: undefined, follow: false },
    ],
    [
      'switches that are off, switched off',
      ['--no-compressed', '-N', '--no-progress-meter', url],
      { urls: [url] },
    ],
    ['headers one by one', ['-H', 'A: 1', '--header', 'A: 2', url], { headers: ['A: 1', 'A: 2'] }],
    [
      'data of each kind',
      [
        '-da',
        '--data-raw',
        '@a',
        '--data-binary',
        '@a',
        '-d',
        '@a',
        '--data-urlencode',
        'a b',
        '--json',
        '{}',
        url,
      ],
      {
        data: [
          { kind: 'text', given: 'a' },
          { kind: 'text', given: '@a' },
          { kind: 'binary', given: '@a' },
          { kind: 'lines', given: '@a' },
          { kind: 'urlencode', given: 'a b' },
          { kind: 'json', given: '{}' },
        ],
      },
    ],
    [
      'the last of what can be said once',
      ['-XPUT', '-X', 'PATCH', '-wa', '-w', 'b', url],
      { method: 'PATCH', writeOut: 'b' },
    ],
    [
      'credentials',
      ['-u', 'a:b', '-E', 'c', '--key', 'd', '--cacert', 'e', url],
      { user: 'a:b', cert: 'c', key: 'd', cacert: 'e' },
    ],
    ['seconds', ['-m1.5', '--connect-timeout', '2', url], { maxTime: 1.5, connectTimeout: 2 }],
    [
      'how often it tries',
      ['--retry', '3', '--retry-delay', '2', '--retry-max-time', '9', '--retry-connrefused', url],
      { retry: { times: 3, delay: 2, maxTime: 9, refused: true, allErrors: false } },
    ],
    ['any number of redirections', ['-L', '--max-redirs', '-1', url], { follow: true, maxRedirects: -1 }],
    ['HEAD with data behind the address', ['-GI', '-d', 'a', url], { get: true, head: true }],
  ])('%s', (_, args, options) => {
    expect(parseCurlOptions(args)).toMatchObject(options)
  })
})

// Each of these lines was given to a real curl 7.88.1.
it.each<[string[], string]>([
  [['--nosuch', url], `curl: option --nosuch: is unknown\n${hint}`],
  [['-9', url], `curl: option -9: is unknown\n${hint}`],
  [['-si5', url], `curl: option -si5: is unknown\n${hint}`],
  [['-k-', url], `curl: option -k-: is unknown\n${hint}`],
  [['-', url], `curl: option -: is unknown\n${hint}`],
  [['--no-', url], `curl: option --no-: is unknown\n${hint}`],
  [['--silent=true', url], `curl: option --silent=true: is unknown\n${hint}`],
  [['--output=a', url], `curl: option --output=a: is unknown\n${hint}`],
  [['--max', '1', url], `curl: option --max: is ambiguous\n${hint}`],
  [['--fai', url], `curl: option --fai: is ambiguous\n${hint}`],
  [['--no-request', url], `curl: option --no-request: used '--no-' for option that isn't a boolean\n${hint}`],
  [['--no-http2', url], `curl: option --no-http2: used '--no-' for option that isn't a boolean\n${hint}`],
  [[url, '-o'], `curl: option -o: requires parameter\n${hint}`],
  [['-so'], `curl: option -so: requires parameter\n${hint}`],
  [['--url'], `curl: option --url: requires parameter\n${hint}`],
  [['--max-time', 'abc', url], `curl: option --max-time: expected a proper numerical parameter\n${hint}`],
  [
    ['--connect-timeout', '1s', url],
    `curl: option --connect-timeout: expected a proper numerical parameter\n${hint}`,
  ],
  [['--max-redirs', '-2', url], `curl: option --max-redirs: expected a proper numerical parameter\n${hint}`],
  [['-m', '-5', url], `curl: option -m: expected a positive numerical parameter\n${hint}`],
  [['--retry', '-1', url], `curl: option --retry: expected a positive numerical parameter\n${hint}`],
  [['-o', '', url], `Warning: output file name has no length\ncurl: option -o: is badly used here\n${hint}`],
  [['-so', '', url], `curl: option -so: is badly used here\n${hint}`],
  [
    ['--fail-with-body', '-f', url],
    `curl: You must select either --fail or --fail-with-body, not both.\ncurl: option -f: is badly used here\n${hint}`,
  ],
  [
    ['-I', '-d', 'x', url],
    'Warning: You can only select one HTTP request method! You asked for both POST \nWarning: (-d, --data) and HEAD (-I, --head).\n',
  ],
  [['-sI', '-d', 'x', url], ''],
  [[], hint],
  // Of curl 8.
  [['-s'], `curl: (2) no URL specified\n${hint}`],
])('curl refuses %j as the real one does', (args, message) => {
  expect(refusalOf(args)).toEqual(new CurlUsageError(message))
})

it.each([
  [['-x', 'http://b', url], 'curl --proxy is not simulated'],
  [['--resolve', 'a:80:1.2.3.4', url], 'curl --resolve is not simulated'],
  [['--compressed', url], 'curl --compressed is not simulated'],
  [['-4', url], 'curl --ipv4 is not simulated'],
  [['-sF', 'a=@b', url], 'curl --form is not simulated'],
  [['--limit-rate', '1k', url], 'curl --limit-rate is not simulated'],
  [['--help'], 'curl --help is not simulated'],
  [['-u', 'a', url], 'the password that curl -u asks for is not simulated'],
  [['-H', '@a', url], 'curl -H @FILE is not simulated'],
  [['-w', '@a', url], 'curl -w @FILE is not simulated'],
])('what an option of curl does not do here is refused: %j', (args, message) => {
  expect(refusalOf(args)).toEqual(new CannotRun(message))
})
