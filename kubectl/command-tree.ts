// The commands, by their words. Upstream: kubectl/pkg/cmd/cmd.go
import { commandDialect } from './commands/dialect.ts'
import type { Run } from './run.ts'

/** A command, its subcommands, or both. `run` loads the command's code when it is called. */
export interface CommandNode {
  aliases?: readonly string[]
  run?: () => Promise<Run>
  children?: Readonly<Record<string, CommandNode>>
  /** Of the minor releases that have it; default: all. */
  isIn?: (minor: number) => boolean
}

const leaf = (run: () => Promise<Run>, ...aliases: string[]): CommandNode => ({ run, aliases })

const events = leaf(async () => (await import('./commands/events.ts')).events)

const generator = (name: string, ...aliases: string[]): CommandNode =>
  leaf(async () => (await import('./commands/create/generate.ts')).generator(name), ...aliases)

const create: CommandNode = {
  run: async () => (await import('./commands/create/create.ts')).create,
  children: {
    clusterrole: generator('clusterrole'),
    clusterrolebinding: generator('clusterrolebinding'),
    configmap: generator('configmap', 'cm'),
    cronjob: generator('cronjob', 'cj'),
    deployment: generator('deployment', 'deploy'),
    ingress: generator('ingress', 'ing'),
    job: generator('job'),
    namespace: generator('namespace', 'ns'),
    poddisruptionbudget: generator('poddisruptionbudget', 'pdb'),
    priorityclass: generator('priorityclass', 'pc'),
    quota: generator('quota', 'resourcequota'),
    role: generator('role'),
    rolebinding: generator('rolebinding'),
    secret: {
      children: {
        'docker-registry': generator('secret docker-registry'),
        generic: generator('secret generic'),
        tls: generator('secret tls'),
      },
    },
    service: {
      aliases: ['svc'],
      children: {
        clusterip: generator('service clusterip'),
        externalname: generator('service externalname'),
        loadbalancer: generator('service loadbalancer'),
        nodeport: generator('service nodeport'),
      },
    },
    serviceaccount: generator('serviceaccount', 'sa'),
    token: leaf(async () => (await import('./commands/create/token.ts')).createToken),
  },
}

const rollout: CommandNode = {
  children: {
    history: leaf(async () => (await import('./commands/rollout/history.ts')).history),
    pause: leaf(async () => (await import('./commands/rollout/change.ts')).pause),
    restart: leaf(async () => (await import('./commands/rollout/change.ts')).restart),
    resume: leaf(async () => (await import('./commands/rollout/change.ts')).resume),
    status: leaf(async () => (await import('./commands/rollout/status.ts')).status),
    undo: leaf(async () => (await import('./commands/rollout/undo.ts')).undo),
  },
}

const set: CommandNode = {
  children: {
    env: leaf(async () => (await import('./commands/set/env.ts')).setEnv),
    image: leaf(async () => (await import('./commands/set/image.ts')).setImage),
    resources: leaf(async () => (await import('./commands/set/resources.ts')).setResources),
    selector: leaf(async () => (await import('./commands/set/selector.ts')).setSelector),
    serviceaccount: leaf(
      async () => (await import('./commands/set/serviceaccount.ts')).setServiceAccount,
      'sa',
    ),
    subject: leaf(async () => (await import('./commands/set/subject.ts')).setSubject),
  },
}

const config: CommandNode = {
  children: Object.fromEntries(
    [
      'current-context',
      'delete-cluster',
      'delete-context',
      'delete-user',
      'get-clusters',
      'get-contexts',
      'get-users',
      'rename-context',
      'set',
      'set-cluster',
      'set-context',
      'set-credentials',
      'unset',
      'use-context',
      'view',
    ].map((name): [string, CommandNode] => [
      name,
      leaf(
        async () => (await import('./commands/config/config.ts')).configCommand(name),
        ...(name === 'use-context' ? ['use'] : []),
      ),
    ]),
  ),
}

/** All commands of kubectl; the words of a command lead from here to its node. */
export const root: CommandNode = {
  children: {
    annotate: leaf(async () => {
      const { setPairs } = await import('./commands/pairs.ts')
      return (s, w) => setPairs(s, w, 'annotations')
    }),
    alpha: { children: { events }, isIn: (minor) => !commandDialect(minor).events },
    'api-resources': leaf(async () => (await import('./commands/api-resources.ts')).apiResources),
    'api-versions': leaf(async () => (await import('./commands/api-resources.ts')).apiVersions),
    apply: {
      run: async () => (await import('./commands/apply/apply.ts')).apply,
      children: {
        'edit-last-applied': leaf(
          async () => (await import('./commands/edit/edit-last-applied.ts')).editLastApplied,
        ),
        'set-last-applied': leaf(
          async () => (await import('./commands/apply/set-last-applied.ts')).setLastApplied,
        ),
        'view-last-applied': leaf(
          async () => (await import('./commands/apply/view-last-applied.ts')).viewLastApplied,
        ),
      },
    },
    attach: leaf(async () => (await import('./commands/exec.ts')).attach),
    auth: {
      children: {
        'can-i': leaf(async () => (await import('./commands/auth.ts')).canI),
        whoami: {
          ...leaf(async () => (await import('./commands/auth.ts')).whoami),
          isIn: (minor) => commandDialect(minor).whoami,
        },
      },
    },
    autoscale: leaf(async () => (await import('./commands/autoscale.ts')).autoscale),
    certificate: {
      children: {
        approve: leaf(async () => (await import('./commands/certificate.ts')).approve),
        deny: leaf(async () => (await import('./commands/certificate.ts')).deny),
      },
    },
    'cluster-info': leaf(async () => (await import('./commands/cluster-info.ts')).clusterInfo, 'clusterinfo'),
    config,
    cp: leaf(async () => (await import('./commands/copy.ts')).copy),
    cordon: leaf(async () => (await import('./commands/drain/cordon.ts')).cordon),
    create,
    debug: leaf(async () => (await import('./commands/debug/debug.ts')).debug),
    delete: leaf(async () => (await import('./commands/delete.ts')).remove),
    describe: leaf(async () => (await import('./commands/describe/describe.ts')).describe),
    diff: leaf(async () => (await import('./commands/diff.ts')).diff),
    drain: leaf(async () => (await import('./commands/drain/drain.ts')).drain),
    edit: leaf(async () => (await import('./commands/edit/edit.ts')).edit),
    events: { ...events, isIn: (minor) => commandDialect(minor).events },
    exec: leaf(async () => (await import('./commands/exec.ts')).exec),
    explain: leaf(async () => (await import('./commands/explain.ts')).explain),
    expose: leaf(async () => (await import('./commands/expose.ts')).expose),
    get: leaf(async () => (await import('./commands/get/get.ts')).get),
    kustomize: leaf(async () => (await import('./kustomize/kustomize-command.ts')).kustomizeCommand),
    label: leaf(async () => {
      const { setPairs } = await import('./commands/pairs.ts')
      return (s, w) => setPairs(s, w, 'labels')
    }),
    logs: leaf(async () => (await import('./commands/logs.ts')).logs),
    'port-forward': leaf(async () => (await import('./commands/port-forward/port-forward.ts')).portForward),
    proxy: leaf(async () => (await import('./commands/proxy.ts')).proxy),
    patch: leaf(async () => (await import('./commands/patch.ts')).patch),
    replace: leaf(async () => (await import('./commands/replace.ts')).replace),
    rollout,
    run: leaf(async () => (await import('./commands/run.ts')).run),
    scale: leaf(async () => (await import('./commands/scale.ts')).scale),
    set,
    taint: leaf(async () => (await import('./commands/taint.ts')).taint),
    top: {
      children: {
        node: leaf(async () => (await import('./commands/top/top.ts')).top, 'nodes', 'no'),
        pod: leaf(async () => (await import('./commands/top/top.ts')).top, 'pods', 'po'),
      },
    },
    uncordon: leaf(async () => (await import('./commands/drain/cordon.ts')).uncordon),
    version: leaf(async () => (await import('./commands/version.ts')).version),
    wait: leaf(async () => (await import('./commands/wait.ts')).waitFor),
  },
}

/** The child of a node by its name or an alias, with its name. @param minor of the kubectl */
export function childOf(node: CommandNode, word: string, minor: number): [string, CommandNode] | undefined {
  return Object.entries(node.children ?? {}).find(
    ([name, child]) =>
      (name === word || (child.aliases ?? []).includes(word)) && (child.isIn?.(minor) ?? true),
  )
}
