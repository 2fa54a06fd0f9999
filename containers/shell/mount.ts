// Upstream: busybox util-linux/mount.c, util-linux sys-utils/mount.c: without a place, what is mounted is listed
import { cgroupPath } from '../files/cgroup.ts'
import { CannotRun } from '../node-containers.ts'
import type { Process } from '../process.ts'

interface Mount {
  from: string
  at: string
  type: string
  options: string
}

const kernel = 'nosuid,nodev,noexec,relatime'
const ofEach: readonly Mount[] = [
  { from: 'overlay', at: '/', type: 'overlay', options: 'rw,relatime' },
  { from: 'proc', at: '/proc', type: 'proc', options: `rw,${kernel}` },
  { from: 'sysfs', at: '/sys', type: 'sysfs', options: `ro,${kernel}` },
  { from: 'cgroup', at: cgroupPath, type: 'cgroup2', options: `ro,${kernel}` },
]

function mountsOf({ pod, container }: Process): Mount[] {
  const volumes = (pod.spec.volumes ?? []).flatMap(({ name, emptyDir, configMap, secret }) => {
    const mount = container.volumeMounts?.find((one) => one.name === name)
    if (mount?.mountPath === undefined) return []
    const memory = emptyDir?.medium === 'Memory' || secret !== undefined
    const mode = mount.readOnly === true || configMap !== undefined ? 'ro' : 'rw'
    const [from, type] = memory ? ['tmpfs', 'tmpfs'] : ['/dev/vda1', 'ext4']
    return [{ from, at: mount.mountPath, type, options: `${mode},relatime` }]
  })
  return [...ofEach, ...volumes]
}

/** What `mount` lists, or `mount -t TYPE,TYPE`. @throws CannotRun for a mount that is to be made */
export function mounted(process: Process, args: readonly string[]): string {
  const [, types, more] = /^(?:-t *(\S+))?(.*)$/s.exec(args.join(' '))!
  if (more !== '') throw new CannotRun(`mount ${args.join(' ')} is not simulated`)
  return mountsOf(process)
    .filter(({ type }) => types?.split(',').includes(type) ?? true)
    .map(({ from, at, type, options }) => `${from} on ${at} type ${type} (${options})\n`)
    .join('')
}
