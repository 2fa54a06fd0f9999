import { controlPlaneCommand } from './control-plane.ts'

/** `kepsim kube-scheduler`: a kube-scheduler with its flags, until SIGTERM or SIGINT. */
export const run = controlPlaneCommand('kube-scheduler')
