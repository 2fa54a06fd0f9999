// The programs of images that are simulated, by image and by the program's name.
import { imageName } from '../images/images.ts'
import type { Program } from '../process.ts'
import { agnhost } from './agnhost.ts'
import { pause, serveHostname, testWebserver } from './agnhost-small.ts'
import { echoServer, helloApp, httpd, httpEcho, nginx, nonewprivs, sleepImage, whoami } from './servers.ts'

type Table = Readonly<Record<string, Program>>
const table = (programs: Record<string, Program>): Table => Object.assign(Object.create(null), programs)

const byImage: Readonly<Record<string, Table>> = Object.assign(Object.create(null), {
  agnhost: table({ agnhost, 'agnhost-2': agnhost, pause }),
  'echo-server': table({ 'echo-server': echoServer }),
  echoserver: table({ echoserver: echoServer }),
  'hello-app': table({ 'hello-app': helloApp }),
  'http-echo': table({ 'http-echo': httpEcho }),
  httpd: table({ 'httpd-foreground': httpd }),
  nginx: table({ nginx, 'docker-entrypoint.sh': nginx }),
  nonewprivs: table({ nnp: nonewprivs }),
  pause: table({ pause }),
  'serve-hostname': table({ serve_hostname: serveHostname }),
  sleep: table({ sleep: sleepImage }),
  'test-webserver': table({ 'test-webserver': testWebserver }),
  whoami: table({ whoami }),
})

/** The program of an image by a word of a command line (`/agnhost`, `nginx`); undefined for others. */
export const programOf = (image: string | undefined, word: string): Program | undefined =>
  byImage[imageName(image ?? '')]?.[word.split('/').at(-1)!]

/** The names of an image's own programs. */
export const programNames = (image: string | undefined): string[] =>
  Object.keys(byImage[imageName(image ?? '')] ?? {})
