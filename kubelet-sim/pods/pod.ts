export * from '../../containers/pod.ts'
