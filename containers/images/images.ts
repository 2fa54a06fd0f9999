// What is known of images by the last part of their names. Upstream: kubernetes/test/images, hub.docker.com/_/{nginx,httpd,busybox}
import type { Container } from '../pod.ts'

/** The last part of an image's name, without tag: `busybox` for `registry.k8s.io/e2e-test-images/busybox:1.29`. */
export const imageName = (image: string): string => image.split('/').at(-1)!.split(/[:@]/)[0]!

/** A system that an image is built on; `scratch` has no shell and no programs beside its own. */
export type System = 'busybox' | 'alpine' | 'debian' | 'fedora' | 'scratch'

/** The configuration and contents of an image, from its makers' description. */
export interface Image {
  system: System
  /** The command line that it runs by itself; `command` of a container replaces the first part, `args` the second. */
  entrypoint: readonly string[]
  cmd: readonly string[]
  env?: Readonly<Record<string, string>>
  workdir?: string
  /** The stop signal of the image's containers; undefined: SIGTERM. */
  stopSignal?: string
  /** Programs that the image has beside those of its system, by name or path. */
  has?: readonly string[]
  /** Programs that the image has and that are not simulated. */
  hasBeside?: readonly string[]
}

const usual = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const shellImage = (system: System, ...cmd: string[]): Image => ({ system, entrypoint: [], cmd })
const own = (program: string, system: System = 'scratch', more: Partial<Image> = {}): Image => ({
  system,
  entrypoint: [program],
  cmd: [],
  ...more,
})

/** On distroless, with what redirects its output. Upstream: kubernetes/release images/build/go-runner */
const ofControlPlane = (program: string): Image =>
  own('/go-runner', 'scratch', { hasBeside: ['go-runner', program] })

const dnsTools: Image = { ...shellImage('debian', '/bin/bash'), has: ['dig', 'nslookup'] }

const images: Readonly<Record<string, Image>> = Object.assign(Object.create(null), {
  agnhost: own('/agnhost', 'alpine', {
    cmd: ['pause'],
    has: ['bash', 'curl', 'dig', 'iperf', 'agnhost', 'agnhost-2', 'pause'],
  }),
  alpine: shellImage('alpine', '/bin/sh'),
  almalinux: shellImage('fedora', '/bin/bash'),
  bash: shellImage('alpine', 'bash'),
  busybox: shellImage('busybox', 'sh'),
  centos: shellImage('fedora', '/bin/bash'),
  coredns: own('/coredns', 'scratch', { hasBeside: ['coredns'] }),
  curl: own('curl', 'alpine', { has: ['curl'] }),
  debian: shellImage('debian', 'bash'),
  echoserver: own('/usr/local/bin/echoserver', 'alpine', { has: ['curl', 'nginx'] }),
  'echo-server': own('/bin/echo-server', 'scratch'),
  fedora: shellImage('fedora', '/bin/bash'),
  'glibc-dns-testing': dnsTools,
  'hello-app': own('/hello-app'),
  'http-echo': own('/http-echo'),
  httpd: own('httpd-foreground', 'debian', {
    entrypoint: [],
    cmd: ['httpd-foreground'],
    workdir: '/usr/local/apache2',
    stopSignal: 'SIGWINCH',
    env: {
      PATH: `/usr/local/apache2/bin:${usual}`,
      HTTPD_PREFIX: '/usr/local/apache2',
      HTTPD_VERSION: '2.4.58',
    },
  }),
  'jessie-dnsutils': dnsTools,
  'kube-apiserver': ofControlPlane('kube-apiserver'),
  'kube-controller-manager': ofControlPlane('kube-controller-manager'),
  'kube-scheduler': ofControlPlane('kube-scheduler'),
  nginx: own('/docker-entrypoint.sh', 'debian', {
    cmd: ['nginx', '-g', 'daemon off;'],
    stopSignal: 'SIGQUIT',
    env: { NGINX_VERSION: '1.25.3', NJS_VERSION: '0.8.2', PKG_RELEASE: '1~bookworm' },
    has: ['curl', 'nginx'],
  }),
  nonewprivs: own('/nnp'),
  pause: own('/pause'),
  'serve-hostname': own('/serve_hostname'),
  sleep: own('/sleep'),
  'test-webserver': own('/test-webserver'),
  ubuntu: { ...shellImage('debian', '/bin/bash'), has: ['kill', 'pkill'] },
  whoami: own('/whoami'),
})

/** The image of a name; undefined where the image is not known. */
export const imageOf = (image: string | undefined): Image | undefined => images[imageName(image ?? '')]

/** The user that an image runs as; undefined where that is not known. Those of a system run as root. */
export const userOf = (image: string | undefined): number | undefined => {
  const system = systemOf(image)
  return system === undefined || system === 'scratch' ? undefined : 0
}

/** Whether a tag says that the image is built on Alpine. */
const onAlpine = (image: string): boolean => {
  const name = image.slice(image.lastIndexOf('/') + 1)
  return name.includes(':') && name.includes('alpine', name.indexOf(':'))
}

/** The system of an image; undefined where the image is not known. */
export const systemOf = (image: string | undefined): System | undefined =>
  onAlpine(image ?? '') ? 'alpine' : imageOf(image)?.system

/** The command line of a container; empty where its image is not known and it has no command. */
export function commandLine({ image, command = [], args = [] }: Container): string[] {
  if (command.length > 0) return [...command, ...args]
  const { entrypoint, cmd } = imageOf(image) ?? { entrypoint: [], cmd: [] }
  return [...entrypoint, ...(args.length > 0 ? args : cmd)]
}

/** The variables that an image brings. */
export const imageEnvironment = (image: string | undefined): Record<string, string> => ({
  PATH: usual,
  ...imageOf(image)?.env,
})

/** Images whose own program is a shell: without a terminal it ends as soon as it has read nothing. */
const shellImages = new Set([
  'busybox',
  'alpine',
  'debian',
  'ubuntu',
  'fedora',
  'centos',
  'bash',
  'almalinux',
])

/** Whether an image's own program is a shell, and it holds no more than the tools of its system. */
export const hasShellOnly = (image: string | undefined): boolean =>
  image !== undefined && shellImages.has(imageName(image))
