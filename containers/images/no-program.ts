// What a runtime says of a program that an image does not have. Upstream: containerd, runc (libcontainer/init_linux.go)
import type { Container } from '../pod.ts'
import { commandLine, imageEnvironment, imageOf } from './images.ts'
import { programIn } from './programs-of.ts'

/** Why a program cannot be executed that an image does not have. @param name as the command line has it */
export const notExecuted = (name: string): string =>
  name.includes('/')
    ? `exec: ${JSON.stringify(name)}: stat ${name}: no such file or directory: unknown`
    : `exec: ${JSON.stringify(name)}: executable file not found in $PATH: unknown`

/** The runtime's error for a container that it cannot start; undefined: it can, or may be able to. */
export function noProgramMessage(container: Container): string | undefined {
  const [name = ''] = commandLine(container)
  if (name === '' || name.includes('$(') || programIn(container.image, name) !== 'absent') return undefined
  const { entrypoint = [], cmd = [] } = imageOf(container.image) ?? {}
  const word = name.split('/').at(-1)
  if ([entrypoint[0], cmd[0]].some((own) => own?.split('/').at(-1) === word)) return undefined
  // It may be in a volume, or where the container looks beside the usual places.
  const { volumeMounts = [], env = [] } = container
  const mounted = (path: string): boolean =>
    volumeMounts.some(({ mountPath = '' }) => path.startsWith(mountPath))
  if (name.includes('/') ? mounted(name) : env.some((one) => one.name === 'PATH')) return undefined
  if (imageEnvironment(container.image)['PATH']!.split(':').some(mounted)) return undefined
  return `failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: ${notExecuted(name)}`
}
