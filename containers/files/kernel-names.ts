// Which files a Linux kernel has below /proc and /sys, known here or not.

const ofProcess =
  'attr|auxv|cgroup|cmdline|comm|cwd|environ|exe|fd|fdinfo|gid_map|io|limits|loginuid|maps|mem|mountinfo|mounts|net|ns|oom_adj|oom_score|' +
  'oom_score_adj|pagemap|root|sched|schedstat|setgroups|smaps|smaps_rollup|stack|stat|statm|status|syscall|task|uid_map|wchan'
const ofProc =
  'cgroups|cmdline|config\\.gz|consoles|cpuinfo|devices|diskstats|filesystems|interrupts|iomem|ioports|kallsyms|kcore|kmsg|loadavg|locks|' +
  'mdstat|meminfo|misc|modules|mounts|net|partitions|pressure|sched_debug|schedstat|slabinfo|softirqs|stat|swaps|sys|uptime|version|' +
  'vmallocinfo|vmstat|zoneinfo'
const ofSys = 'block|bus|class|dev|devices|firmware|hypervisor|kernel|module|power'
const ofCgroup = '(?:cgroup|cpu|cpuset|hugetlb|io|memory|misc|pids|rdma)\\.'

const names = new RegExp(
  `^(?:/proc/(?:(?:self|thread-self|[0-9]+)/(?:${ofProcess})|${ofProc})(?:/|$)|/sys/(?:${ofSys})(?:/|$)|/sys/fs/cgroup/${ofCgroup})`,
)

/** Whether a real machine has a file of that path, or may have. */
export const isOfKernel = (path: string): boolean => names.test(path)
