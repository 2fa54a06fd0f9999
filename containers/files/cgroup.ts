// The limits of a container as the kernel shows them in its control group (v2, as every simulated machine has it).
// Upstream: pkg/kubelet/kuberuntime/kuberuntime_container_linux.go (generateLinuxContainerResources), pkg/kubelet/cm/helpers_linux.go
// (MilliCPUToShares, MilliCPUToQuota), runc's ConvertCPUSharesToCgroupV2Value
import { Quantity } from '../../apimachinery/quantity.ts'
import type { CgroupRules, MemoryQoS } from '../cgroup-rules.ts'
import type { Container, Pod } from '../pod.ts'

/** Where a container finds its control group. */
export const cgroupPath = '/sys/fs/cgroup'

type Amounts = Readonly<Record<string, string>> | undefined

const page = 4096
const inPages = (bytes: number): number => Math.floor(bytes / page) * page
const usualPeriod = 100_000

const milliOf = (list: Amounts): number => Number(Quantity.parse(list?.['cpu'] ?? '0').milliValue())
const bytesOf = (list: Amounts): number => Number(Quantity.parse(list?.['memory'] ?? '0').value())

/** The files of a container's control group that its requests and limits decide: their text by name. */
export function cgroupFiles(
  { spec, status }: Pod,
  { resources: { requests, limits } = {} }: Container,
  { quotaPeriod, podLevel, memoryQoS }: CgroupRules,
): Record<string, string> {
  const ofPod = podLevel ? spec.resources?.limits : undefined
  const cpuLimit = milliOf(limits) || milliOf(ofPod)
  const cpu = requests?.['cpu'] === undefined ? cpuLimit : milliOf(requests)
  const memory = inPages(bytesOf(limits) || bytesOf(ofPod))
  const kept = memoryQoS === undefined ? noMemoryQoS : memoryQoSFiles(memoryQoS, status, requests, limits)
  const texts = {
    'cgroup.controllers': 'cpuset cpu io memory hugetlb pids rdma misc',
    'cpu.max': cpuMax(cpuLimit, quotaPeriod),
    'cpu.weight': String(weightOf(sharesOf(cpu))),
    'memory.max': memory === 0 ? 'max' : String(memory),
    ...kept,
  }
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `${text}\n`]))
}

const sharesOf = (milli: number): number => Math.min(Math.max(Math.floor((milli * 1024) / 1000), 2), 262_144)

const weightOf = (shares: number): number => 1 + Math.floor(((shares - 2) * 9999) / 262_142)

function cpuMax(milli: number, period: number | undefined): string {
  if (period === undefined || milli === 0) return `max ${period ?? usualPeriod}`
  return `${Math.max(Math.floor((milli * period) / 1000), 1000)} ${period}`
}

const noMemoryQoS = { 'memory.min': '0', 'memory.low': '0', 'memory.high': 'max' }

function memoryQoSFiles(
  { throttlingFactor, throttles, keeps, allocatable }: MemoryQoS,
  { qosClass }: Pod['status'],
  requests: Amounts,
  limits: Amounts,
): Record<string, string> {
  const [request, limit] = [bytesOf(requests), bytesOf(limits)]
  const kept = keeps === 'nothing' ? undefined : keeps === 'min' || qosClass === 'Guaranteed' ? 'min' : 'low'
  const high = highOf(request, limit || allocatable())
  return {
    ...noMemoryQoS,
    ...(kept === undefined ? {} : { [`memory.${kept}`]: String(inPages(request)) }),
    ...(high > request ? { 'memory.high': String(high) } : {}),
  }

  function highOf(from: number, to: number): number {
    if (throttles === 'of the limit') return inPages(to * throttlingFactor)
    return request === limit ? 0 : inPages(from + (to - from) * throttlingFactor)
  }
}
