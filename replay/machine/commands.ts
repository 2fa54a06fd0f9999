// What the machine's commands do: the programs of replay/programs/table.ts that it has.
import type { ResolvedCommandContext } from 'just-bash'
import { type MachineProgram, programs } from '../programs/table.ts'
import type { CommandResult } from './command-result.ts'
import { conntrack } from './conntrack.ts'
import { crictl } from './crictl.ts'
import { curl } from './curl.ts'
import { diff } from './diff.ts'
import { docker } from './docker.ts'
import { hexdump, xxd } from './dump-tools.ts'
import { editor } from './editors.ts'
import { etcdctlOnMachine } from './etcdctl.ts'
import { gitCommand } from './git-command.ts'
import { journalctl } from './journalctl.ts'
import { kind } from './kind.ts'
import { kubeadm } from './kubeadm.ts'
import { kubectl } from './kubectl.ts'
import { localUpCluster } from './local-up-cluster.ts'
import type { MachineCommand } from './machine.ts'
import { kubeApiserver, kubelet, kubeProxy } from './node-programs.ts'
import { od } from './od.ts'
import { aptCache, packages } from './packages.ts'
import { kill, killall, pgrep, pidof, pkill, ps } from './processes.ts'
import { ruleTool } from './rule-tools.ts'
import { hostname, mktemp, nohup, pager, sudo, uname, watch, whoami } from './shell-tools.ts'
import { systemctl } from './systemctl.ts'

const silent = async (): Promise<CommandResult> => ({ stdout: '', stderr: '', exitCode: 0 })

const implementations: Readonly<Record<MachineProgram, MachineCommand['run']>> = {
  apt: packages,
  'apt-cache': aptCache,
  'apt-mark': silent,
  conntrack,
  crictl,
  curl,
  diff,
  // Commands that run in the background have ended when the next one is typed.
  disown: silent,
  docker,
  etcdctl: etcdctlOnMachine('etcdctl'),
  etcdutl: etcdctlOnMachine('etcdutl'),
  fg: silent,
  git: gitCommand,
  hexdump,
  hostname,
  ip6tables: ruleTool('ip6tables'),
  'ip6tables-save': ruleTool('ip6tables-save'),
  ipset: ruleTool('ipset'),
  iptables: ruleTool('iptables'),
  'iptables-save': ruleTool('iptables-save'),
  ipvsadm: ruleTool('ipvsadm'),
  jobs: silent,
  journalctl,
  k: kubectl,
  kill,
  killall,
  kind,
  'kube-apiserver': kubeApiserver,
  'kube-proxy': kubeProxy,
  kubeadm,
  kubectl,
  kubelet,
  less: pager,
  'local-up-cluster.sh': (machine, _args, ctx) => localUpCluster(machine, exported(ctx)),
  make: silent,
  mktemp,
  nft: ruleTool('nft'),
  nohup,
  od,
  pgrep,
  pidof,
  pkill,
  podman: docker,
  ps,
  sudo,
  systemctl,
  uname,
  vi: editor,
  watch,
  whoami,
  xxd,
}

/** By every name that they have. */
export const machineCommands: readonly MachineCommand[] = Object.entries(implementations).flatMap(
  ([name, run]) => {
    const row = programs[name as MachineProgram]
    return [name, ...('also' in row ? row.also : [])].map((one) => ({ name: one, run }))
  },
)

const exported = (ctx: ResolvedCommandContext): ReadonlyMap<string, string> =>
  new Map([...ctx.env, ...Object.entries(ctx.exportedEnv ?? {})])
