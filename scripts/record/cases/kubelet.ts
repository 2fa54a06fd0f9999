// What a real kubelet does with recorded command lines and configuration files, up to the container runtime that it misses.
import { type KubeletStart, kubeletLines, writeKubeletConfig } from '../../cases/kubelet-config.ts'
import { kubeletOutcomesFile, type NamedKubeletInput, withoutVersion } from '../../cases/kubelet-outcomes.ts'
import { isAccepted } from '../../cases/node-config.ts'
import { kubeletInputs } from './kubelet-inputs.ts'
import { outcomesRecorder } from './recorder.ts'
import { inFolder, runBinary, several } from './run-binary.ts'

/** Starts a real kubelet in a folder of its own. */
function startReal(binary: string, input: NamedKubeletInput): Promise<KubeletStart> {
  return inFolder(async (cwd) => {
    const args = writeKubeletConfig(cwd, input)
    const { exitCode, stdout, stderr } = await runBinary(binary, args, { cwd, patience: 20_000 })
    const text = stderr.replaceAll(cwd, 'TMP')
    return { exitCode: isAccepted(text) ? null : exitCode, lines: kubeletLines(text), stdout }
  })
}

/** Asks a kubelet everything that kubelets of other releases were asked. */
export const recordKubelet = outcomesRecorder(
  kubeletOutcomesFile,
  async ({ binary, version, recordings }) => {
    const kubelet = binary('kubelet')
    return several(kubeletInputs(recordings), 2, async (input) => ({
      input,
      outcome: withoutVersion(await startReal(kubelet, input), version),
    }))
  },
)
