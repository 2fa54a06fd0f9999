// The commands that the machine adds to its shell, one line each.
import type { ResolvedCommandContext } from 'just-bash'
import type { CommandResult } from './command-result.ts'
import { crictl } from './crictl.ts'
import { curl } from './curl.ts'
import { docker } from './docker.ts'
import { editor } from './editors.ts'
import { git } from './git.ts'
import { journalctl } from './journalctl.ts'
import { kind } from './kind.ts'
import { kubeadm } from './kubeadm.ts'
import { kubectl } from './kubectl.ts'
import { localUpCluster } from './local-up-cluster.ts'
import type { Machine, MachineCommand } from './machine.ts'
import { kubeApiserver, kubelet, kubeProxy } from './node-programs.ts'
import { aptCache, packages } from './packages.ts'
import { kill, killall, pgrep, pidof, pkill, ps } from './processes.ts'
import { ruleToolCommands } from './rule-tools.ts'
import { runArguments, shellTools } from './shell-tools.ts'
import { systemctl } from './systemctl.ts'

const silent = async (): Promise<CommandResult> => ({ stdout: '', stderr: '', exitCode: 0 })

export const machineCommands: readonly MachineCommand[] = [
  { name: 'git', run: runGit },
  { name: 'sudo', run: sudo },
  { name: 'local-up-cluster.sh', run: (machine, _args, ctx) => localUpCluster(machine, exported(ctx)) },
  { name: 'kubectl', run: kubectl },
  { name: 'k', run: kubectl },
  { name: 'kc', run: kubectl },
  { name: 'kubelet', run: kubelet },
  { name: 'kube-apiserver', run: kubeApiserver },
  { name: 'kube-proxy', run: kubeProxy },
  { name: 'systemctl', run: systemctl },
  { name: 'journalctl', run: journalctl },
  { name: 'crictl', run: crictl },
  { name: 'make', run: silent },
  { name: 'kind', run: kind },
  { name: 'docker', run: docker },
  { name: 'podman', run: docker },
  { name: 'curl', run: curl },
  { name: 'kill', run: kill },
  { name: 'pkill', run: pkill },
  { name: 'killall', run: killall },
  { name: 'pgrep', run: pgrep },
  { name: 'pidof', run: pidof },
  { name: 'ps', run: ps },
  { name: 'kubeadm', run: kubeadm },
  ...['apt', 'apt-get', 'yum', 'dnf', 'zypper'].map((name) => ({ name, run: packages })),
  { name: 'apt-cache', run: aptCache },
  { name: 'apt-mark', run: silent },
  ...['vi', 'vim', 'nano'].map((name) => ({ name, run: editor })),
  ...ruleToolCommands,
  ...shellTools,
]

function exported(ctx: ResolvedCommandContext): ReadonlyMap<string, string> {
  return new Map([...ctx.env, ...Object.entries(ctx.exportedEnv ?? {})])
}

async function runGit(machine: Machine, args: string[]): Promise<CommandResult> {
  const result = git(machine.checkout, args)
  if (result.moved) await machine.cluster.stop()
  if (result.unknownRelease !== undefined) {
    const { unknownRelease } = result
    machine.noteFailure({
      component: 'git',
      release: unknownRelease,
      stderr: `there is no release ${unknownRelease} to simulate`,
    })
  }
  return result
}

/** sudo: options dropped, `A=1` assignments given to the command. */
async function sudo(_machine: Machine, args: string[], ctx: ResolvedCommandContext): Promise<CommandResult> {
  const env: Record<string, string> = { ...ctx.exportedEnv }
  let at = 0
  for (; at < args.length; at++) {
    const arg = args[at]!
    const assignment = /^([A-Za-z_]\w*)=(.*)$/s.exec(arg)
    if (assignment !== null) env[assignment[1]!] = assignment[2]!
    else if (/^-[ugpC]$/.test(arg)) at++
    else if (!arg.startsWith('-')) break
  }
  return runArguments(args.slice(at), ctx, env)
}
