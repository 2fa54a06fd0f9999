// The file system that a container begins with: little of its image's, what the kubelet writes, and its volumes.

import { type IFileSystem, InMemoryFs } from 'just-bash'
import { trimRight } from '../../component-base/go/quote.ts'
import { expanded } from '../environment.ts'
import { hostNameOf, hostsFile, resolvFile } from '../host-name.ts'
import { hasShellOnly, imageName, imageOf, systemOf } from '../images/images.ts'
import { programsOf } from '../images/programs-of.ts'
import type { NodeOfContainers } from '../node-of-containers.ts'
import { type Container, type Pod, usualMessagePath } from '../pod.ts'
import { imageFiles } from '../programs/image-files.ts'
import { programNames } from '../programs/programs.ts'
import { cgroupFiles, cgroupPath } from './cgroup.ts'
import { ContainerFs } from './container-fs.ts'
import { kernelFiles } from './kernel-files.ts'
import { isOfObjects } from './part-of-object.ts'
import type { PodVolumes } from './pod-volumes.ts'
import { subFs } from './sub-fs.ts'

const ofAll = [
  'bin',
  'dev',
  'etc',
  'home',
  'lib',
  'proc',
  'root',
  'sys',
  'tmp',
  'usr/bin',
  'usr/local/bin',
  'var',
]
const ofBusyboxAlone = ['var/spool', 'var/www']
/** Folders of Linux distributions that the image busybox does not have. */
const ofDistributions = ['media', 'mnt', 'opt', 'run', 'sbin', 'srv', 'var/log', 'var/run', 'var/tmp']

const release: Readonly<Record<string, string>> = {
  alpine: 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.18.4\nPRETTY_NAME="Alpine Linux v3.18"\n',
  debian:
    'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n',
  fedora: 'NAME="Fedora Linux"\nID=fedora\n',
}

/** The pod, container and volumes that a container's file system is made of. */
export interface RootSources {
  node: NodeOfContainers
  /** The Pod as the server has it now. */
  pod: () => Pod
  /** The container with the resources that are allocated to it now. */
  container: () => Container
  addresses: readonly string[]
  volumes: PodVolumes
  /** The environment of the container, for subPathExpr. */
  env: Readonly<Record<string, string>>
}

/** Below these the folders of an image are not known. */
const ofBusybox = /^\/(?:bin|dev|etc|home|lib\w*|proc|root|sys|usr|var\/(?:spool|www))\//
const ofSystems = /^\/(?:boot|dev|etc|home|lib\w*|media|mnt|opt|proc|root|run|s?bin|srv|sys|usr|var)\//

const isBusyboxItself = (image: string | undefined): boolean => imageName(image ?? '') === 'busybox'

/** Paths whose folders an image may bring: everywhere, where it is made for more than its shell. */
function foldersOf(image: string | undefined): RegExp {
  if (!hasShellOnly(image)) return /^/
  return isBusyboxItself(image) ? ofBusybox : ofSystems
}

/** The files of a new container. */
export async function rootFiles({
  node,
  addresses,
  volumes,
  env,
  ...now
}: RootSources): Promise<ContainerFs> {
  const [pod, container] = [now.pod(), now.container()]
  const fs = new ContainerFs([...programsOf(container.image), ...programNames(container.image)])
  const others = isBusyboxItself(container.image) ? ofBusyboxAlone : ofDistributions
  for (const folder of [...ofAll, ...others]) await fs.mkdir(`/${folder}`, { recursive: true })
  const system = systemOf(container.image)
  const files: Record<string, string> = {
    '/etc/hostname': `${hostNameOf(node, pod).host}\n`,
    '/etc/hosts': hostsFile(node, pod, addresses),
    '/etc/resolv.conf': resolvFile(node, pod),
    '/etc/passwd': 'root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/home:/bin/false\n',
    '/etc/group': 'root:x:0:\nnobody:x:65534:\n',
    ...(system !== undefined && release[system] !== undefined ? { '/etc/os-release': release[system] } : {}),
    ...imageFiles(container.image),
  }
  for (const [path, text] of Object.entries(files)) {
    await fs.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true })
    await fs.writeFile(path, text)
  }
  const log = container.terminationMessagePath ?? usualMessagePath
  await fs.mkdir(log.slice(0, log.lastIndexOf('/')) || '/', { recursive: true })
  await fs.writeFile(log, '')
  const workdir = container.workingDir ?? imageOf(container.image)?.workdir
  if (workdir !== undefined) await fs.mkdir(workdir, { recursive: true })
  fs.mount(
    cgroupPath,
    kernelFiles(() => cgroupFiles(now.pod(), now.container(), node.cgroups)),
  )
  for (const mount of container.volumeMounts ?? []) {
    const volume = await volumes.volume(mount.name ?? '')
    if (volume === undefined || mount.mountPath === undefined) continue
    const sub = mount.subPathExpr !== undefined ? expanded(mount.subPathExpr, env) : (mount.subPath ?? '')
    const root = sub === '' ? volume.root : `${volume.root}/${trimRight(sub.replace(/^\/+/, ''), '/')}`
    // A folder that is not there is made; one of a ConfigMap is only looked for.
    if (root !== volume.root && !(await volume.fs.exists(root)))
      await volume.fs.mkdir(root, { recursive: true })
    const filled = pod.spec.volumes?.some((one) => one.name === mount.name && isOfObjects(one))
    const readOnly = mount.readOnly === true || filled === true
    // A part of what the kubelet fills stays as the container has found it.
    const shown = filled === true && root !== volume.root ? await copyOf(volume.fs, root) : volume.fs
    fs.mount(mount.mountPath, subFs(shown, { root, readOnly }))
  }
  fs.complete(foldersOf(container.image))
  if (container.securityContext?.readOnlyRootFilesystem === true) fs.seal(log)
  return fs
}

/** The files at and below a place, as they are now, in another file system. */
async function copyOf(from: IFileSystem, root: string): Promise<IFileSystem> {
  const copy = new InMemoryFs()
  const take = async (path: string): Promise<void> => {
    const { isDirectory, mode } = await from.stat(path)
    if (isDirectory) {
      await copy.mkdir(path, { recursive: true })
      for (const name of await from.readdir(path)) await take(`${path}/${name}`)
    } else {
      await copy.mkdir(path.slice(0, path.lastIndexOf('/')) || '/', { recursive: true })
      await copy.writeFile(path, await from.readFileBuffer(path))
    }
    await copy.chmod(path, mode)
  }
  await take(root)
  return copy
}
