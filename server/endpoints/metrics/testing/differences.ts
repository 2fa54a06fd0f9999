// Which metrics of a real kube-apiserver are not printed here, and why: what is not there has no numbers.

/** Metrics of parts that are not simulated, by their names. */
export const absentMetrics: readonly { readonly names: RegExp; readonly why: string }[] = [
  {
    names:
      /^(?:aggregator_discovery_|apiserver_selfrequest_|apiserver_requested_deprecated_apis$|apiserver_watch_list_|rest_client_|workqueue_|grpc_)/,
    why: 'a server asks itself nothing here, and has no caches of discovery, work queues or clients of gRPC',
  },
  {
    names: /^(?:etcd_|apiserver_storage_size_bytes$|apiserver_storage_list_|watch_cache_capacity$)/,
    why: 'the embedded store is no etcd, and no cache is filled from it by lists; lists that go to the store are counted',
  },
  {
    names:
      /^apiserver_(?:envelope_encryption|storage_(?:data_key|envelope)|kube_aggregator_x509|webhooks_x509|nodeport_repair|clusterip_repair)/,
    why: 'nobody counts what a cache of keys, old certificates or the repair of ranges would',
  },
  {
    names:
      /^apiserver_flowcontrol_(?:current_(?:executing_seats|inqueue_seats|limit_seats|r)|demand_|dispatch_r|latest_s|next_|priority_level_|read_vs_write|request_concurrency_in_use|request_queue|seat_fair|target_|watch_count|work_)/,
    why: 'there are no queues: levels borrow no seats from each other, and a request has no width',
  },
  {
    names:
      /^apiserver_(?:validation_|request_timestamp_comparison|resource_size_estimate|cel_)|_ratcheting_seconds$/,
    why: 'validation is not done twice, and its parts are not timed',
  },
  {
    names:
      /^(?:apiserver_admission_step_admission_duration_seconds_summary|authentication_token_cache_.*|get_token_.*)$/,
    why: 'no quantiles are kept; tokens of files and accounts are looked up without a cache',
  },
  {
    names: /^(?:cardinality_|disabled_|hidden_|registered_)/,
    why: 'they count the metrics that the program of a real server has',
  },
]

/** Samples, by name and labels, whose numbers are a server's own. */
export const ownValues: readonly RegExp[] = [
  // Upstream counts the bookmarks that its cache makes each second, and what fills it.
  /^apiserver_watch_cache_(?:events_dispatched|read_wait)/,
  // A token of the next page holds the store's revision.
  /^apiserver_response_sizes_sum\{.*scope="namespace".*verb="LIST"/,
  // 1.33 counts the second of two allocators that it keeps, whatever the first one was asked for.
  /^kube_apiserver_clusterip_allocator_.*10\.0\.0\.0/,
]
