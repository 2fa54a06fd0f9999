// Upstream: pkg/kubelet/volumemanager (volumes are brought up to date when the kubelet syncs the pod, about once a minute)

import { type IFileSystem, InMemoryFs } from 'just-bash'
import { trimRight } from '../../component-base/go/quote.ts'
import { nodeHostsFile } from '../host-name.ts'
import type { NodeOfContainers } from '../node-of-containers.ts'
import type { Pod, Volume } from '../pod.ts'
import { type VolumeFile, volumeContent } from './volume-content.ts'

const syncMs = 60_000
/** Upstream: pkg/volume/volume_linux.go (roMask) */
const groupBits = 0o440
/** A memory-backed or disk volume of a stranger's pod holds as much at most. */
const mostBytes = 64 * 1024 * 1024

/** The files of a node that outlive pods: what hostPath volumes show. */
export class NodeFiles {
  private readonly node: Pick<NodeOfContainers, 'nodeIPs' | 'nodeName'>
  private fs: IFileSystem | undefined

  constructor(node: Pick<NodeOfContainers, 'nodeIPs' | 'nodeName'>) {
    this.node = node
  }

  get whole(): IFileSystem {
    this.fs ??= new InMemoryFs(
      { '/etc/hostname': `${this.node.nodeName}\n`, '/etc/hosts': nodeHostsFile(this.node) },
      { maxTotalBytes: mostBytes },
    )
    return this.fs
  }
}

/** The volumes of a pod, which its containers share. */
export class PodVolumes {
  private readonly node: NodeOfContainers
  private readonly nodeFiles: NodeFiles
  private readonly pod: () => Pod
  private readonly known = new Map<string, VolumeFs>()
  private syncedAt = Number.NEGATIVE_INFINITY
  private syncing: Promise<void> | undefined

  constructor(node: NodeOfContainers, nodeFiles: NodeFiles, pod: () => Pod) {
    this.node = node
    this.nodeFiles = nodeFiles
    this.pod = pod
  }

  /** The files of a volume and the place in them that is mounted; undefined for kinds that are not simulated. */
  async volume(name: string): Promise<{ fs: IFileSystem; root: string } | undefined> {
    const volume = this.pod().spec.volumes?.find((one) => one.name === name)
    if (volume === undefined) return undefined
    if (volume.hostPath !== undefined) {
      const root = trimRight(volume.hostPath.path ?? '', '/')
      if (!(await this.nodeFiles.whole.exists(root || '/'))) await this.makeHostPath(volume, root)
      return { fs: this.nodeFiles.whole, root }
    }
    await this.fresh()
    const fs = this.known.get(name)
    return fs === undefined ? undefined : { fs, root: '' }
  }

  private async makeHostPath(volume: Volume, root: string): Promise<void> {
    const { type = '' } = volume.hostPath!
    const { whole } = this.nodeFiles
    if (/^File/.test(type)) {
      await whole.mkdir(root.slice(0, root.lastIndexOf('/')) || '/', { recursive: true })
      await whole.writeFile(root, '')
    } else await whole.mkdir(root || '/', { recursive: true })
  }

  /** Brings volumes of objects up to date, where the kubelet would have done so since the last time. */
  fresh(): Promise<void> {
    if (this.node.clock.now() - this.syncedAt < syncMs) return this.syncing ?? Promise.resolve()
    this.syncedAt = this.node.clock.now()
    this.syncing = this.sync()
    return this.syncing
  }

  private async sync(): Promise<void> {
    const pod = this.pod()
    for (const volume of pod.spec.volumes ?? []) {
      try {
        const files = await volumeContent(this.node, pod, volume)
        if (files !== undefined) await this.fill(volume.name, files)
        else if (volume.hostPath === undefined) await this.folderOf(volume.name)
      } catch {
        // A server that does not answer is asked again with the next sync.
      }
    }
  }

  /** A volume is everybody's. */
  private async folderOf(name: string): Promise<VolumeFs> {
    const known = this.known.get(name)
    if (known !== undefined) return known
    const fs = new VolumeFs()
    await fs.chmod('/', 0o777)
    this.known.set(name, fs)
    return fs
  }

  /** Whether volumes belong to a group, which may then read what is in them. */
  private get grouped(): boolean {
    return this.pod().spec.securityContext?.fsGroup !== undefined
  }

  /** As the kubelet does it: files in a folder of their time, `..data` that leads there, and a link for each name. */
  private async fill(name: string, files: ReadonlyMap<string, VolumeFile>): Promise<void> {
    const fs = await this.folderOf(name)
    if (await same(fs, files)) return
    const stamp = new Date(this.node.clock.now()).toISOString()
    const folder = `..${stamp.slice(0, 19).replaceAll('-', '_').replace('T', '_').replaceAll(':', '_')}.${String(this.node.clock.now() % 1e9).padStart(9, '0')}`
    for (const one of await fs.readdir('/')) await fs.rm(`/${one}`, { recursive: true, force: true })
    await fs.mkdir(`/${folder}`)
    for (const [path, { content, mode }] of files) {
      const at = fs.resolvePath(`/${folder}`, path)
      await fs.mkdir(at.slice(0, at.lastIndexOf('/')) || '/', { recursive: true })
      await fs.writeFile(at, content)
      await fs.chmod(at, this.grouped ? mode | groupBits : mode)
    }
    await fs.symlink(folder, '/..data')
    for (const top of new Set([...files.keys()].map((path) => path.split('/')[0]!)))
      await fs.symlink(`${folder}/${top}`, `/${top}`)
  }
}

/** Names lead to their files directly, as the library follows no link through another link, and are shown as the kubelet makes them. */
class VolumeFs extends InMemoryFs {
  constructor() {
    super({}, { maxTotalBytes: mostBytes })
  }

  override async readlink(path: string): Promise<string> {
    return (await super.readlink(path)).replace(/^\.\.\d{4}_[^/]*(?=\/)/, '..data')
  }
}

async function same(fs: IFileSystem, files: ReadonlyMap<string, VolumeFile>): Promise<boolean> {
  if (!(await fs.exists('/..data'))) return false
  const tops = new Set([...files.keys()].map((path) => path.split('/')[0]!))
  const there = (await fs.readdir('/')).filter((name) => !name.startsWith('..'))
  if (there.length !== tops.size) return false
  for (const [path, { content }] of files) {
    if (!(await fs.exists(`/..data/${path}`))) return false
    if (!Buffer.from(await fs.readFileBuffer(`/..data/${path}`)).equals(content)) return false
  }
  return true
}
