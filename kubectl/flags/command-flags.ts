// The flags of each command: `name`, `,shorthand`, `=default` as --help prints it (which tells the type:
// `[]` is a list that commas divide, `[+]` one that they do not), `!` where it is required; `@set` is a set of flags.
// Upstream: kubectl 1.36, pkg/cmd

/** Sets of flags that many commands share. */
export const flagSets: Readonly<Record<string, string>> = {
  print: "allow-missing-template-keys=true output,o='' show-managed-fields=false template=''",
  files: "filename,f=[] kustomize,k='' recursive,R=false",
  global:
    "as='' as-group=[+] as-uid='' cache-dir='' certificate-authority='' client-certificate='' client-key='' cluster='' context='' disable-compression=false help,h=false insecure-skip-tls-verify=false kubeconfig='' kuberc='' log-flush-frequency=5s match-server-version=false namespace,n='' password='' profile='none' profile-output='profile.pprof' request-timeout='0' server,s='' tls-server-name='' token='' user='' username='' v,v=0 vmodule='' warnings-as-errors=false",
  create: "dry-run='none' field-manager='kubectl-create' save-config=false validate='strict'",
}

/** The flags of each command, by the command's words. */
export const commandFlags: Readonly<Record<string, string>> = {
  get: "@print @files all-namespaces,A=false chunk-size=500 field-selector='' ignore-not-found=false label-columns,L=[] no-headers=false output-watch-events=false raw='' selector,l='' server-print=true show-kind=false show-labels=false sort-by='' subresource='' watch,w=false watch-only=false",
  describe: "@files all-namespaces,A=false chunk-size=500 selector,l='' show-events=true",
  create: "@print @files @create edit=false raw='' selector,l='' windows-line-endings=false",
  apply:
    "@print @files all=false cascade='background' dry-run='none' field-manager='kubectl-client-side-apply' force=false force-conflicts=false grace-period=-1 openapi-patch=true overwrite=true prune=false prune-allowlist=[+] prune-whitelist=[+] selector,l='' server-side=false subresource='' timeout=0s validate='strict' wait=false",
  delete:
    "@files all=false all-namespaces,A=false cascade='background' dry-run='none' field-selector='' force=false grace-period=-1 ignore-not-found=false interactive,i=false now=false output,o='' raw='' selector,l='' timeout=0s wait=true",
  replace:
    "@print @files cascade='background' dry-run='none' field-manager='kubectl-replace' force=false grace-period=-1 raw='' save-config=false subresource='' timeout=0s validate='strict' wait=false",
  patch:
    "@print @files dry-run='none' field-manager='kubectl-patch' local=false patch,p='' patch-file='' subresource='' type='strategic'",
  edit: "@print @files field-manager='kubectl-edit' output-patch=false save-config=false subresource='' validate='strict' windows-line-endings=false",
  label:
    "@print @files all=false all-namespaces,A=false dry-run='none' field-manager='kubectl-label' field-selector='' list=false local=false overwrite=false resource-version='' selector,l=''",
  annotate:
    "@print @files all=false all-namespaces,A=false dry-run='none' field-manager='kubectl-annotate' field-selector='' list=false local=false overwrite=false resource-version='' selector,l=''",
  taint:
    "@print all=false dry-run='none' field-manager='kubectl-taint' overwrite=false selector,l='' validate='strict'",
  cordon: "dry-run='none' selector,l=''",
  uncordon: "dry-run='none' selector,l=''",
  drain:
    "chunk-size=500 delete-emptydir-data=false delete-local-data=false disable-eviction=false dry-run='none' force=false grace-period=-1 ignore-daemonsets=false pod-selector='' selector,l='' skip-wait-for-delete-timeout=0 timeout=0s",
  scale:
    "@print @files all=false current-replicas=-1 dry-run='none' replicas!=0 resource-version='' selector,l='' timeout=0s",
  autoscale:
    "@print @files cpu='' cpu-percent=-1 dry-run='none' field-manager='kubectl-autoscale' max!=-1 memory='' min=-1 name='' save-config=false",
  expose:
    "@print @files cluster-ip='' dry-run='none' external-ip='' field-manager='kubectl-expose' labels,l='' load-balancer-ip='' name='' override-type='merge' overrides='' port='' protocol='' save-config=false selector='' session-affinity='' target-port='' type=''",
  run: "@print @files annotations=[+] attach=false cascade='background' command=false dry-run='none' env=[+] expose=false field-manager='kubectl-run' force=false grace-period=-1 image!='' image-pull-policy='' labels,l='' leave-stdin-open=false override-type='merge' overrides='' pod-running-timeout=1m0s port='' privileged=false quiet,q=false restart='Always' rm=false save-config=false stdin,i=false timeout=0s tty,t=false wait=false",
  logs: "all-containers=false all-pods=false container,c='' follow,f=false ignore-errors=false insecure-skip-tls-verify-backend=false limit-bytes=0 max-log-requests=5 pod-running-timeout=20s prefix=false previous,p=false selector,l='' since=0s since-time='' tail=-1 timestamps=false",
  attach:
    "container,c='' detach-keys='ctrl-p,ctrl-q' pod-running-timeout=1m0s quiet,q=false stdin,i=false tty,t=false",
  cp: "container,c='' no-preserve=false retries=0",
  debug:
    "arguments-only=false attach=false container,c='' copy-to='' custom='' env= filename,f=[] image='' image-pull-policy='' keep-annotations=false keep-init-containers=true keep-labels=false keep-liveness=false keep-readiness=false keep-startup=false profile='' quiet,q=false replace=false same-node=false set-image= share-processes=true stdin,i=false target='' tty,t=false",
  'port-forward': 'address=[] pod-running-timeout=1m0s',
  proxy:
    "accept-hosts='' accept-paths='' address='127.0.0.1' api-prefix='/' append-server-path=false disable-filter=false keepalive=0s port,p=8001 reject-methods='' reject-paths='' unix-socket,u='' www,w='' www-prefix,P='/static/'",
  exec: "container,c='' filename,f=[] pod-running-timeout=1m0s quiet,q=false stdin,i=false tty,t=false",
  'top node': "no-headers=false selector,l='' show-capacity=false sort-by='' use-protocol-buffers=true",
  'top pod':
    "all-namespaces,A=false containers=false field-selector='' no-headers=false selector,l='' sort-by='' sum=false use-protocol-buffers=true",
  wait: "@print all=false all-namespaces,A=false field-selector='' filename,f=[] for=[+] local=false recursive,R=true selector,l='' timeout=30s",
  'rollout status': "@files revision=0 selector,l='' timeout=0s watch,w=true",
  'rollout history': "@print @files revision=0 selector,l=''",
  'rollout undo': "@print @files dry-run='none' selector,l='' to-revision=0",
  'rollout restart': "@print @files field-manager='kubectl-rollout' selector,l=''",
  'rollout pause': "@print @files field-manager='kubectl-rollout' selector,l=''",
  'rollout resume': "@print @files field-manager='kubectl-rollout' selector,l=''",
  explain: "api-version='' output,o='plaintext' recursive=false",
  diff: "@files concurrency=1 field-manager='kubectl-client-side-apply' force-conflicts=false prune=false prune-allowlist=[+] selector,l='' server-side=false show-managed-fields=false",
  kustomize:
    "as-current-user=false enable-alpha-plugins=false enable-helm=false env,e=[+] helm-api-versions=[+] helm-command='helm' helm-debug=false helm-kube-version='' load-restrictor='LoadRestrictionsRootOnly' mount=[+] network=false network-name='bridge' output,o='' ",
  events: "@print all-namespaces,A=false chunk-size=500 for='' no-headers=false types=[] watch,w=false",
  'alpha events':
    "@print all-namespaces,A=false chunk-size=500 for='' no-headers=false types=[] watch,w=false",
  version: "client=false output,o='' short=false",
  'api-resources':
    "api-group='' cached=false categories=[] namespaced=true no-headers=false output,o='' sort-by='' verbs=[]",
  'api-versions': '',
  'cluster-info': '',
  'cluster-info dump':
    "all-namespaces,A=false allow-missing-template-keys=true namespaces=[] output,o='json' output-directory='' pod-running-timeout=20s show-managed-fields=false template=''",
  'config view':
    "allow-missing-template-keys=true flatten=false merge=true minify=false output,o='yaml' raw=false show-managed-fields=false template=''",
  'config get-contexts': "no-headers=false output,o=''",
  'config current-context': '',
  'config use-context': '',
  'config set': 'set-raw-bytes=false',
  'config unset': '',
  'config set-context': "cluster='' current=false namespace='' user=''",
  'config set-cluster':
    "certificate-authority='' embed-certs=false insecure-skip-tls-verify=false proxy-url='' server='' tls-server-name=''",
  'config set-credentials':
    "auth-provider='' auth-provider-arg=[+] client-certificate='' client-key='' embed-certs=false exec-api-version='' exec-arg=[+] exec-command='' exec-env=[+] exec-interactive-mode='' exec-provide-cluster-info=false password='' token='' username=''",
  'config delete-context': '',
  'config delete-cluster': '',
  'config delete-user': '',
  'config get-clusters': '',
  'config get-users': '',
  'config rename-context': '',
  'auth can-i': "all-namespaces,A=false list=false no-headers=false quiet,q=false subresource=''",
  'auth whoami': '@print',
  'auth reconcile': "@print @files dry-run='none' remove-extra-permissions=false remove-extra-subjects=false",
  'create namespace': '@print @create',
  'create deployment': '@print @create image!=[] port=-1 replicas,r=1',
  'create configmap': '@print @create append-hash=false from-env-file=[] from-file=[] from-literal=[+]',
  'create secret generic':
    "@print @create append-hash=false from-env-file=[] from-file=[] from-literal=[+] type=''",
  'create secret tls': "@print @create append-hash=false cert='' key=''",
  'create secret docker-registry':
    "@print @create append-hash=false docker-email='' docker-password='' docker-server='https://index.docker.io/v1/' docker-username='' from-file=[]",
  'create serviceaccount': '@print @create',
  'create role': '@print @create resource=[] resource-name=[] verb=[]',
  'create rolebinding': "@print @create clusterrole='' group=[+] role='' serviceaccount=[+] user=[+]",
  'create clusterrole':
    '@print @create aggregation-rule= non-resource-url=[] resource=[] resource-name=[] verb=[]',
  'create clusterrolebinding': "@print @create clusterrole!='' group=[+] serviceaccount=[+] user=[+]",
  'create job': "@print @create from='' image=''",
  'create cronjob': "@print @create image!='' restart='' schedule!=''",
  'create ingress': "@print @create annotation=[+] class='' default-backend='' rule=[+]",
  'create quota': "@print @create hard='' scopes=''",
  'create poddisruptionbudget': "@print @create max-unavailable='' min-available='' selector=''",
  'create priorityclass':
    "@print @create description='' global-default=false preemption-policy='PreemptLowerPriority' value=0",
  'create token':
    "@print audience=[+] bound-object-kind='' bound-object-name='' bound-object-uid='' duration=0s",
  'create service clusterip': "@print @create clusterip='' tcp=[]",
  'create service nodeport': '@print @create node-port=0 tcp=[]',
  'create service loadbalancer': '@print @create tcp=[]',
  'create service externalname': "@print @create external-name!='' tcp=[]",
  'set image': "@print @files all=false dry-run='none' field-manager='kubectl-set' local=false selector,l=''",
  'set env':
    "@print @files all=false containers,c='*' dry-run='none' env,e=[+] field-manager='kubectl-set' from='' keys=[] list=false local=false overwrite=true prefix='' resolve=false selector,l=''",
  'set resources':
    "@print @files all=false containers,c='*' dry-run='none' field-manager='kubectl-set' limits='' local=false requests='' selector,l=''",
  'set selector':
    "@print all=false dry-run='none' field-manager='kubectl-set' filename,f=[] local=false recursive,R=true resource-version=''",
  'set serviceaccount': "@print @files all=false dry-run='none' field-manager='kubectl-set' local=false",
  'set subject':
    "@print @files all=false dry-run='none' field-manager='kubectl-set' group=[+] local=false selector,l='' serviceaccount=[+] user=[+]",
  'certificate approve': '@print @files force=false',
  'certificate deny': '@print @files force=false',
  'apply view-last-applied': "@files all=false output,o='yaml' selector,l=''",
  'apply set-last-applied': "@print create-annotation=false dry-run='none' filename,f=[]",
  'apply edit-last-applied':
    "@print @files field-manager='kubectl-client-side-apply' validate='strict' windows-line-endings=false",
}
