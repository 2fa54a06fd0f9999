import { controlPlaneCommand } from './control-plane.ts'

/** `kepsim kube-controller-manager`: a kube-controller-manager with its flags, until SIGTERM or SIGINT. */
export const run = controlPlaneCommand('kube-controller-manager')
