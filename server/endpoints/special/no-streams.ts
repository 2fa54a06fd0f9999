/** What is said of exec, attach and port-forward, where no kubelet that is connected runs containers: after the name of a pod. */
export const noStreams = 'has no streams here: no kubelet is reachable'
