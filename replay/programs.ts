// The programs that scripts of documents run, and how their command lines differ from prose and pseudo-code with the same words.
import { programOf } from './shell-words.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

/** Names that are nothing but programs. */
const plain = words(`
  kubectl k git sudo curl docker minikube kubeadm local-up-cluster.sh kubectl.sh kubelet kube-apiserver kube-proxy
  kube-controller-manager kube-scheduler systemctl journalctl export cd sed cat echo grep egrep fgrep rg awk jq yq
  head tail uniq wc cut tr tee cp mv rm rmdir mkdir chmod chown sleep env etcdctl etcdutl etcd iptables iptables-save nft
  ipvsadm crictl nerdctl podman helm ps pkill killall pgrep pidof vi vim nano kc printf for while if until unset base64 openssl
  ssh scp apt apt-get apt-mark apt-cache yum dnf zypper wget npm alias timeout seq xargs kepsim kwok kwokctl trap nohup mktemp
  ln tar nslookup dig ping nc ss conntrack ipset ip6tables ip6tables-save sysctl modprobe tmux pushd popd ls touch dd umount
  mkfs.ext4 mkfs.xfs losetup fallocate nsenter unshare chroot lsblk mount findmnt df du dmesg stat readlink realpath md5sum sha1sum
  sha256sum gzip gunzip zcat od paste nl fold tac rev tree dirname basename hostname whoami uname less more ctr runc skopeo
  buildah kustomize kubectx kubens k3d k3s oc gcloud aws eksctl pip pip3 python python3 tcpdump numactl taskset lscpu zgrep su
  useradd groupadd sync-cluster.sh set declare readonly local typeset eval exec return exit logout disown wait
`)

/** What tools of many verbs are told to do. */
const verbs =
  /^(?:-|(?:apply|analyze|backup|build|config|copy|cp|create|delete|describe|destroy|fetch|fn|gen|generate|get|init|install|list|live|login|logs|ls|manifest|migrate|pkg|plan|pull|push|query|resolve|restore|results|retrieve|run|sign|status|test|uninstall|update|upgrade|verify|version|wait)(?:\s|$))/
/** Tools that mean nothing without an option. */
const optioned = /^(?:-|\S+(?:\s+\S+){0,3}\s+-{1,2}[a-z])/i

/** The shapes in which names that are English words too are run; what follows the name. */
const path = /^(?:-|\.{0,2}\/|~|\$|["'*]|[\w.-]+\.[a-z]\w*(?:\s|$))/
const shaped: Readonly<Record<string, RegExp>> = {
  go: /^(?:test|build|run|get|install|mod|vet|version|env|generate|fmt|tool|list|work|clean|doc)\b/,
  kind: /^(?:create|delete|get|load|build|export|version|completion)\b/,
  service: /^[\w.@-]+ (?:start|stop|restart|status|reload)\b/,
  make: /^(?:$|-|[A-Z_]+=|[\w./-]+(?:\s+[A-Z_]+=\S*|\s+[\w./-]+)?$|[\w./-]+\s+[A-Z_]+=)/,
  node: /^(?:-|\S+\.[cm]?js\b)/,
  test: /^(?:-|!|"|'|\$)/,
  watch: /^(?:-|['"]|(?:sudo |k|kc|curl|date|cat|ls|docker|crictl|ip)\S* ?)/,
  which: /^[\w.-]+$/,
  find: path,
  sort: /^(?:$|-|[|<]|\.{0,2}\/|[\w.-]+\.\w+)/,
  diff: /^(?:-|<\(|\S+\s+\S+$)/,
  date: /^(?:$|[-+|>])/,
  kill: /^(?:-|\d|%|\$|`|["'])/,
  source: path,
  true: /^(?:$|[|&;#])/,
  false: /^(?:$|[|&;#])/,
  ip: /^(?:-|(?:addr|address|a|link|l|route|r|rule|netns|neigh|n|vrf|tunnel|xfrm)(?:\s|$))/,
  id: /^(?:$|-)/,
  top: /^(?:$|-)/,
  free: /^(?:$|-)/,
  sync: /^(?:$|[;&])/,
  read: /^(?:-|[\w]+$)/,
  file: path,
  time: /^(?:-p\s)?[a-z]/,
  bash: /^(?:$|-|\S+\.sh\b|<\()/,
  sh: /^(?:$|-|\S+\.sh\b)/,
  pwd: /^(?:$|[;&|])/,
  jobs: /^(?:$|-)/,
  clear: /^$/,
  history: /^(?:$|\||\d)/,
  reboot: /^$/,
  bazel: /^(?:build|run|test|query|fetch|coverage)\s+(?:\/\/|@|:|-|\.)/,
  ...shapedAlike(
    verbs,
    `sonobuoy oras crane cosign kpt istioctl cilium calicoctl clusterctl kops argocd flux velero terraform virtctl talosctl gsutil
    promtool`,
  ),
  ...shapedAlike(
    optioned,
    `kubetest kubetest2 ginkgo godog prometheus rootlesskit gdb strace perf fio iperf iperf3 netperf stress stress-ng e2e.test
    e2e_node.test`,
  ),
}

function shapedAlike(shape: RegExp, names: string): Record<string, RegExp> {
  return Object.fromEntries([...words(names)].map((name) => [name, shape]))
}

const components =
  /^(?:kubelet|kube-apiserver|kube-proxy|kube-controller-manager|kube-scheduler|etcd|helm|set)$/
const loops: Readonly<Record<string, RegExp>> = {
  for: /^for\s+(?:\w+(?:\s+in\b(?=.*(?:;|[^{:]$))|\s*;|$)|\(\()/,
  if: /^if\s+(?:[[!($]|"\$|\w+=)/,
  while: /^while\s+(?:[[!($:]|"\$|\w+=|true\b|read\b)/,
  until: /^until\s+(?:[[!($:]|"\$|\w+=|false\b)/,
}

/** Words that join sentences, and hardly ever stand in a command. */
const joining =
  /(?<![-/.=\w])(?:the|is|are|was|were|be|been|being|that|this|these|those|will|would|should|can|could|may|must|has|have|had|not|and|or|of|to|with|from|by|it|its|as|an|a|we|you|they|then|than|so|because|which|when|where|there|for|in|on|at)(?![-/=\w])/g

/** Whether a line is a sentence rather than a command. Quoted text does not count. */
export function isProse(line: string): boolean {
  if (/^(?:for|while|until|if|case|echo|printf)\s/.test(line)) return false
  const bare = line.replace(/'[^']*'|"[^"]*"/g, '').replace(/\s#\s.*$/, '')
  if (/[|&;<>$={}[\]]|\s-{1,2}[a-z]/.test(bare)) return false
  const found = (bare.match(joining) ?? []).length
  return found >= 3 || (found >= 2 && bare.split(/\s+/).length <= 8) || /[a-z]{3}[.:,]$/.test(bare.trim())
}

/** Words of a shell, and names of components, as prose and pseudo-code have them: "if invalid flags", "for {". */
function isPseudoCode(program: string, line: string): boolean {
  if (program === 'set') return !/^set\s+(?:[-+]|$|--)/.test(line)
  if (components.test(program)) return /^\S+\s+[A-Za-z]/.test(line) && !hasOptions(program, line)
  const shape = Object.hasOwn(loops, program) ? loops[program]! : undefined
  if (shape === undefined || shape.test(line)) return false
  return program === 'for' || /[:{]\s*$/.test(line) || !isProgram(line.slice(program.length).trim())
}

const hasOptions = (program: string, line: string): boolean =>
  /\s-{1,2}[a-z]/.test(line) ||
  (program === 'helm' &&
    /^helm\s+(?:install|upgrade|uninstall|repo|list|ls|template|pull|get|history|rollback|status|version)\b/.test(
      line,
    ))

/** Whether a line runs a program that scripts use. */
export function isProgram(line: string): boolean {
  const program = programOf(line)
  if (!isPathOfProgram(line, program)) return false
  const shape = Object.hasOwn(shaped, program) ? shaped[program] : undefined
  if (shape !== undefined) {
    const at = line.indexOf(program)
    return shape.test(line.slice(at + program.length).trim()) && !isPseudoCode(program, line)
  }
  if (!plain.has(program)) return isOwnScript(line)
  return !isPseudoCode(program, line)
}

/** `kubernetes.io/hostname` is a label; programs that a path names have its root, or are known. */
function isPathOfProgram(line: string, program: string): boolean {
  const word = line.split(/\s+/).find((one) => one.endsWith(`/${program}`)) ?? ''
  return (
    word === '' ||
    /^[/.~$"']/.test(word) ||
    /(?:^|\/)s?bin\//.test(word) ||
    program.endsWith('.sh') ||
    isUnmistakable(program)
  )
}

/** `./check.sh`, `hack/run.sh all`, `./tool --flag`, `~/go/bin/tool --flag`. */
const isOwnScript = (line: string): boolean =>
  /^\.{1,2}\/[\w./-]+\s+-|^(?:~|\$\w+|\$\{\w+\})\/(?:[\w.-]+\/)*[\w.-]+\s+-{1,2}[a-z]|^(?:\.{0,2}\/|\w)[\w./-]*\.sh(?:\s|$)/.test(
    line,
  )

/** Programs that no text of another kind begins a line with. */
export const isUnmistakable = (line: string): boolean =>
  /^(?:kubectl|kubectl\.sh|k|kc|docker|kubeadm|curl|git|systemctl|minikube|etcdctl|crictl|nerdctl|podman|sed|cat|grep|jq|local-up-cluster\.sh|sudo|export|echo)$/.test(
    programOf(line),
  )
