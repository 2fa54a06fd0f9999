// The programs that scripts of documents run: one row for each that there is more to say of than that it is one.
import type { Program } from './program.ts'

/** What tools of many verbs are told to do. */
const verbs =
  /^(?:-|(?:apply|analyze|backup|build|config|copy|cp|create|delete|describe|destroy|fetch|fn|gen|generate|get|init|install|list|live|login|logs|ls|manifest|migrate|pkg|plan|pull|push|query|resolve|restore|results|retrieve|run|sign|status|test|uninstall|update|upgrade|verify|version|wait)(?:\s|$))/
/** Tools that mean nothing without an option. */
const optioned = /^(?:-|\S+(?:\s+\S+){0,3}\s+-{1,2}[a-z])/i
const path = /^(?:-|\.{0,2}\/|~|\$|["'*]|[\w.-]+\.[a-z]\w*(?:\s|$))/

const binary = (name: string) => ({ byPath: name, checkout: `_output/bin/${name}` }) as const
/** Of a component of Kubernetes. */
const component = { spoken: true, files: 'config' } as const
/** In sentences, both as what is done and as what prints something. */
const both = { told: true, prints: true } as const
const kubectl = { client: true, needsCluster: true, asksComponents: true, files: 'manifests' } as const

/** The rows of all programs by name; everything else that a line runs is unknown. */
export const programs = {
  // Kubernetes
  kubectl: {
    ...kubectl,
    ...binary('kubectl'),
    ...both,
    machine: true,
    unmistakable: true,
    outside: true,
  },
  k: { ...kubectl, also: ['kc'], prints: true, machine: true, unmistakable: true, outside: true },
  'kubectl.sh': {
    ...kubectl,
    unmistakable: true,
    outside: true,
    byPath: 'kubectl',
    checkout: 'cluster/kubectl.sh',
  },
  oc: { client: true, files: 'manifests' },
  kubeadm: {
    machine: true,
    told: true,
    unmistakable: true,
    surroundings: true,
    needsCluster: true,
    outside: true,
    files: 'config',
  },
  kubelet: {
    ...component,
    ...binary('kubelet'),
    machine: true,
    told: true,
    surroundings: true,
    needsCluster: true,
  },
  'kube-apiserver': {
    ...component,
    ...binary('kube-apiserver'),
    machine: true,
    told: true,
    surroundings: true,
  },
  'kube-proxy': {
    ...component,
    ...binary('kube-proxy'),
    machine: true,
    told: true,
    surroundings: true,
    needsCluster: true,
  },
  'kube-controller-manager': component,
  'kube-scheduler': { ...component, told: true },
  etcd: component,
  containerd: { line: 'never', files: 'config' },
  'local-up-cluster.sh': {
    machine: true,
    told: 'alone',
    unmistakable: true,
    surroundings: true,
    byPath: 'local-up-cluster.sh',
    checkout: 'hack/local-up-cluster.sh',
  },
  kind: {
    machine: true,
    told: true,
    line: /^(?:create|delete|get|load|build|export|version|completion)\b/,
    surroundings: true,
    outside: true,
    files: 'config',
  },
  minikube: { told: true, unmistakable: true, outside: true, files: 'config' },
  helm: { spoken: true, outside: true, files: 'values' },
  kepsim: { byPath: 'kepsim' },
  etcdctl: { ...both, printsComments: true, unmistakable: true, machine: true, needsCluster: true },
  etcdutl: { printsComments: true, unmistakable: true, machine: true },

  // Containers
  docker: {
    ...both,
    machine: true,
    unmistakable: true,
    surroundings: true,
    needsCluster: true,
    outside: true,
    containers: true,
  },
  podman: { machine: true, unmistakable: true, containers: true },
  nerdctl: { unmistakable: true, containers: true },
  crictl: { ...both, machine: true, unmistakable: true, containers: true },

  // The author's computer
  git: { told: true, machine: true, unmistakable: true, surroundings: true },
  make: {
    machine: true,
    told: true,
    line: /^(?:$|-|[A-Z_]+=|[\w./-]+(?:\s+[A-Z_]+=\S*|\s+[\w./-]+)?$|[\w./-]+\s+[A-Z_]+=)/,
    surroundings: true,
  },
  systemctl: {
    machine: true,
    told: true,
    unmistakable: true,
    surroundings: true,
    needsCluster: true,
    answers: true,
  },
  journalctl: { prints: true, machine: true, surroundings: true },
  service: { line: /^[\w.@-]+ (?:start|stop|restart|status|reload)\b/ },
  apt: {
    also: ['apt-get', 'yum', 'dnf', 'zypper'],
    installs: 'install -y',
    machine: true,
    told: true,
    surroundings: true,
    packages: true,
  },
  apk: { line: 'never', installs: 'add' },
  'apt-cache': { machine: true, surroundings: true, packages: true },
  'apt-mark': { machine: true, surroundings: true, packages: true },
  vi: { also: ['vim', 'nano'], told: true, views: true, machine: true, surroundings: true, editor: true },
  kill: { machine: true, line: /^(?:-|\d|%|\$|`|["'])/, surroundings: true },
  killall: { machine: true, surroundings: true, answers: true },
  pkill: { machine: true, surroundings: true, answers: true },
  pgrep: { machine: true, answers: true },
  pidof: { machine: true, answers: true },
  ps: { machine: true },
  uname: { machine: true, surroundings: true },
  whoami: { machine: true, surroundings: true },
  hostname: { machine: true, surroundings: true },
  date: { line: /^(?:$|[-+|>])/, surroundings: true, idle: true },
  reboot: { line: /^$/ },
  id: { line: /^(?:$|-)/ },
  top: { line: /^(?:$|-)/ },
  free: { line: /^(?:$|-)/ },
  sync: { line: /^(?:$|[;&])/ },

  // The network
  curl: {
    ...both,
    printsComments: true,
    machine: true,
    unmistakable: true,
    looks: true,
    needsCluster: true,
    asksComponents: true,
    files: 'data',
  },
  iptables: { ...both, machine: true, looks: true, asksComponents: true },
  ip6tables: { machine: true, asksComponents: true },
  'iptables-save': { ...both, printsComments: true, machine: true, asksComponents: true },
  'ip6tables-save': { printsComments: true, machine: true, asksComponents: true },
  nft: { told: true, printsComments: true, machine: true, looks: true, asksComponents: true },
  ipvsadm: { printsComments: true, machine: true, looks: true, asksComponents: true },
  ipset: { machine: true, looks: true, asksComponents: true },
  wget: { looks: true, writes: true, printsComments: true },
  nc: { also: ['ping', 'tcpdump', 'dig', 'nslookup'], looks: true },
  conntrack: { printsComments: true, machine: true, looks: true, asksComponents: true },
  ip: { line: /^(?:-|(?:addr|address|a|link|l|route|r|rule|netns|neigh|n|vrf|tunnel|xfrm)(?:\s|$))/ },

  // The shell, and what it runs other programs by
  sudo: { machine: true, unmistakable: true, surroundings: true, runsOthers: true },
  nohup: { machine: true, runsOthers: true },
  watch: {
    machine: true,
    line: /^(?:-|['"]|(?:sudo |k|kc|curl|date|cat|ls|docker|crictl|ip)\S* ?)/,
    looks: true,
    runsOthers: true,
  },
  env: { also: ['xargs', 'timeout'], runsOthers: true },
  time: { line: /^(?:-p\s)?[a-z]/, runsOthers: true },
  bash: { line: /^(?:$|-|\S+\.sh\b|<\()/, files: 'named', runsOthers: true },
  sh: { line: /^(?:$|-|\S+\.sh\b)/, files: 'named', runsOthers: true },
  source: { line: path, files: 'named' },
  '.': { line: 'never', files: 'named' },
  export: { told: true, unmistakable: true, surroundings: true, idle: true },
  cd: { surroundings: true, idle: true },
  pwd: { line: /^(?:$|[;&|])/, surroundings: true, idle: true },
  echo: { told: true, printsComments: true, unmistakable: true, untold: true, idle: true },
  printf: { also: ['sleep', 'alias'], untold: true, idle: true },
  unalias: { also: ['help'], line: 'never', untold: true, idle: true },
  history: { line: /^(?:$|\||\d)/, untold: true },
  clear: { line: /^$/, untold: true },
  true: { line: /^(?:$|[|&;#])/, untold: true, idle: true },
  false: { line: /^(?:$|[|&;#])/, answers: true, untold: true, idle: true },
  test: { line: /^(?:-|!|"|'|\$)/, answers: true, idle: true },
  read: { line: /^(?:-|[\w]+$)/ },
  set: { spoken: true, idle: true },
  jobs: { machine: true, line: /^(?:$|-)/ },
  disown: { also: ['trap'], machine: true },
  fg: { also: ['bg'], machine: true, line: 'never' },

  // Texts and files
  cat: {
    ...both,
    views: true,
    printsComments: true,
    unmistakable: true,
    looks: true,
    files: 'named',
    idle: true,
  },
  ls: { looks: true, idle: true },
  less: { also: ['more'], views: true, printsComments: true, machine: true, files: 'named' },
  head: { files: 'named', printsComments: true, idle: true },
  yq: { also: ['python', 'python3'], files: 'named' },
  cp: { also: ['mv'], files: 'named', writes: true, idle: true },
  tee: { also: ['touch'], writes: true, idle: true },
  tail: { printsComments: true, idle: true },
  awk: { also: ['openssl'], printsComments: true },
  jq: { unmistakable: true, files: 'named' },
  envsubst: { line: 'never', files: 'named' },
  sed: { told: true, printsComments: true, unmistakable: true },
  grep: { printsComments: true, unmistakable: true, answers: true },
  egrep: { printsComments: true, answers: true },
  fgrep: { also: ['rg'], answers: true },
  cmp: { also: ['comm', 'expr'], line: 'never', answers: true },
  diff: { printsComments: true, line: /^(?:-|<\(|\S+\s+\S+$)/, answers: true, machine: true },
  which: { line: /^[\w.-]+$/, answers: true },
  find: { line: path, runsOthers: true },
  file: { line: path },
  sort: { line: /^(?:$|-|[|<]|\.{0,2}\/|[\w.-]+\.\w+)/ },
  rm: { told: true, idle: true },
  mktemp: { machine: true, idle: true },
  mkdir: { also: ['chmod', 'unset', 'wait'], idle: true },

  hexdump: { also: ['hd'], machine: true, line: /^(?:-|\S+\.\w+)/, printsComments: true, files: 'named' },
  od: { machine: true, line: /^(?:$|-|\S+\.\w+)/, files: 'named' },
  xxd: { machine: true, line: /^(?:$|-|\S+\.\w+)/, files: 'named' },

  // Tools of developers
  go: { line: /^(?:test|build|run|get|install|mod|vet|version|env|generate|fmt|tool|list|work|clean|doc)\b/ },
  node: { line: /^(?:-|\S+\.[cm]?js\b)/ },
  bazel: { line: /^(?:build|run|test|query|fetch|coverage)\s+(?:\/\/|@|:|-|\.)/ },
  sonobuoy: {
    also: `oras crane cosign kpt istioctl cilium calicoctl clusterctl kops argocd flux velero terraform virtctl talosctl gsutil
      promtool`.split(/\s+/),
    line: verbs,
  },
  kubetest: {
    also: `kubetest2 ginkgo godog prometheus rootlesskit gdb strace perf fio iperf iperf3 netperf stress stress-ng e2e.test
      e2e_node.test`.split(/\s+/),
    line: optioned,
  },
} as const satisfies Readonly<Record<string, Program>>

/** The names of programs without a row of their own. */
export const others: readonly string[] = `
  uniq wc cut tr rmdir chown base64 ssh scp npm seq kwok
  kwokctl ln tar ss sysctl modprobe tmux pushd popd dd umount mkfs.ext4 mkfs.xfs losetup fallocate nsenter unshare chroot
  lsblk mount findmnt df du dmesg stat readlink realpath md5sum sha1sum sha256sum gzip gunzip zcat paste nl fold tac rev tree
  dirname basename ctr runc skopeo buildah kustomize kubectx kubens k3d k3s gcloud aws eksctl pip pip3 numactl taskset lscpu
  zgrep su useradd groupadd sync-cluster.sh declare readonly local typeset eval exec return exit logout
`
  .trim()
  .split(/\s+/)

/** Words of the shell's own grammar that a command line begins with as with a program. */
export const keywords: readonly string[] = ['for', 'while', 'until', 'if']

type Rows = typeof programs

/** The names of the programs that the machine has as commands. */
export type MachineProgram = {
  [Name in keyof Rows]: Rows[Name] extends { machine: true } ? Name : never
}[keyof Rows]
