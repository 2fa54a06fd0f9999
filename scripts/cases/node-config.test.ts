import { describe, expect, it } from 'vitest'
import { comparableLines } from './node-config.ts'

describe('comparableLines', () => {
  it('takes both forms of klog headers, and leaves out what tells of the host', () => {
    const recorded =
      'I server.go:545] "Kubelet version" kubeletVersion="v1.36.3"\nI server.go:547] "Golang settings" GOGC=""\n'
    const printed = 'I1121 04:00:00.000000    1042 kepsim.go:1] "Kubelet version" kubeletVersion="v1.36.3"\n'
    expect(comparableLines(recorded)).toEqual(comparableLines(printed))
  })
  it('keeps of a usage text only that it is there', () => {
    expect(
      comparableLines('Usage:\n  kube-proxy [flags]\n\nFlags:\n      --v x\n\nError: unknown flag: --y\n'),
    ).toEqual(['Usage:', 'Error: unknown flag: --y'])
  })
  it('ends where the real kubelet missed a container runtime', () => {
    const text =
      'I a.go:1] "x"\nE run.go:72] "command failed" err="validate CRI v1 runtime API"\nI a.go:1] "y"\n'
    expect(comparableLines(text)).toEqual(['I "x"'])
  })
})
