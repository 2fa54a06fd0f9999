import { checkedOut } from '../programs/programs.ts'
import { Host, type HostOptions } from './host.ts'
import { shim } from './shim.ts'

/** The home folder of the user on the computer that the document's commands run on. */
export const home = '/home/user'
const repository = `${home}/go/src/k8s.io/kubernetes`

type Own = Pick<HostOptions, 'name' | 'home' | 'cwd' | 'env' | 'programs'>

/** The computers of the machine: the author's own, and the nodes that kind runs in containers; and where is typed. */
export class Computers {
  /** The author's own computer. */
  readonly workstation: Host
  private readonly hosts = new Map<string, Host>()
  /** Interactive shells on other computers (`docker exec -it NODE bash`), the innermost last. */
  private readonly sessions: Host[] = []
  private readonly make: (own: Own) => Host

  /** @param parts what all of them have */
  constructor(parts: (host: () => Host) => Omit<HostOptions, keyof Own>) {
    this.make = (own) => {
      const host: Host = new Host({ ...own, ...parts(() => host) })
      return host
    }
    this.workstation = this.make({
      name: 'workstation',
      home,
      cwd: repository,
      env: { USER: 'user', GOPATH: `${home}/go`, KUBECONFIG: `${home}/.kube/config`, EDITOR: 'vi' },
      programs: Object.fromEntries(
        checkedOut().map(([path, program]) => [`${repository}/${path}`, shim(program)]),
      ),
    })
  }

  /** Those that run in containers, by name. */
  get nodes(): ReadonlyMap<string, Host> {
    return this.hosts
  }

  /** A computer of its own, with an empty disk. */
  addNode(name: string): Host {
    const env = { USER: 'root', HOSTNAME: name, KUBECONFIG: '/etc/kubernetes/admin.conf' }
    const host = this.make({ name, home: '/root', cwd: '/', env, programs: {} })
    this.hosts.set(name, host)
    return host
  }

  removeNodes(): void {
    this.hosts.clear()
    this.leaveAll()
  }

  /** What the prompt calls the computer that is typed on, where it is none of the nodes. */
  typedOn: string | undefined

  /** Where is typed now. */
  get current(): Host {
    return this.sessions.at(-1) ?? this.workstation
  }

  /** What is typed from now on is typed on that computer, until {@link leave}. */
  enter(host: Host): void {
    this.sessions.push(host)
  }

  leave(): void {
    this.sessions.pop()
  }

  leaveAll(): void {
    this.sessions.length = 0
  }
}
