package clients;

import java.io.FileInputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.util.CallGeneratorParams;
import io.kubernetes.client.util.Config;

/** fabric8's client (watches over WebSocket, informers, a definition and what it defines) and the official client of Java. */
public final class Main {
  private static final String NAMESPACE = "default";
  private static final ResourceDefinitionContext WIDGETS =
      new ResourceDefinitionContext.Builder()
          .withGroup("clients.example.com")
          .withVersion("v1")
          .withKind("Widget")
          .withPlural("widgets")
          .withNamespaced(true)
          .build();

  private static void ok(String what) {
    System.out.println("ok: " + what);
  }

  private static void check(String what, boolean holds) {
    if (!holds) {
      throw new IllegalStateException(what + ": no");
    }
    ok(what);
  }

  private static boolean within(CountDownLatch latch) throws InterruptedException {
    return latch.await(60, TimeUnit.SECONDS);
  }

  private static GenericKubernetesResource widget(String name, Map<String, Object> spec) {
    GenericKubernetesResource made =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("clients.example.com/v1")
            .withKind("Widget")
            .withNewMetadata()
            .withName(name)
            .endMetadata()
            .build();
    made.setAdditionalProperty("spec", spec);
    return made;
  }

  private static void fabric8Watches(KubernetesClient client) throws InterruptedException {
    CountDownLatch added = new CountDownLatch(1);
    Watcher<ConfigMap> watcher =
        new Watcher<>() {
          @Override
          public void eventReceived(Action action, ConfigMap resource) {
            if (action == Action.ADDED && resource.getMetadata().getName().equals("fabric8")) {
              added.countDown();
            }
          }

          @Override
          public void onClose(WatcherException cause) {
            System.err.println("the watch ended: " + cause);
          }
        };
    try (var watch = client.configMaps().inNamespace(NAMESPACE).watch(watcher)) {
      ConfigMap made =
          new ConfigMapBuilder().withNewMetadata().withName("fabric8").endMetadata().addToData("a", "b").build();
      client.configMaps().inNamespace(NAMESPACE).resource(made).create();
      check("fabric8 watches", within(added));
    }
  }

  private static void fabric8Extends(KubernetesClient client) throws Exception {
    try (var text = new FileInputStream("../widgets.yaml")) {
      var definition = client.apiextensions().v1().customResourceDefinitions().load(text).item();
      client.apiextensions().v1().customResourceDefinitions().resource(definition).create();
    }
    client
        .apiextensions()
        .v1()
        .customResourceDefinitions()
        .withName("widgets.clients.example.com")
        .waitUntilCondition(
            read ->
                read != null
                    && read.getStatus() != null
                    && read.getStatus().getConditions().stream()
                        .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True")),
            60,
            TimeUnit.SECONDS);
    ok("the definition is established");
    var widgets = client.genericKubernetesResources(WIDGETS).inNamespace(NAMESPACE);
    CountDownLatch gone = new CountDownLatch(1);
    try (var informer =
        widgets.inform(
            new ResourceEventHandler<>() {
              @Override
              public void onAdd(GenericKubernetesResource object) {}

              @Override
              public void onUpdate(GenericKubernetesResource before, GenericKubernetesResource object) {}

              @Override
              public void onDelete(GenericKubernetesResource object, boolean unknown) {
                gone.countDown();
              }
            })) {
      widgets.resource(widget("one", Map.of("color", "red"))).create();
      check("the widget has its default", Integer.valueOf(3).equals(widgets.withName("one").get().get("spec", "size")));
      widgets.withName("one").scale(4);
      check("scale the widget", Integer.valueOf(4).equals(widgets.withName("one").get().get("spec", "size")));
      try {
        widgets.resource(widget("two", Map.of("color", "red", "size", 20))).create();
        throw new IllegalStateException("a large red widget was not refused");
      } catch (KubernetesClientException refused) {
        check("a rule refuses a widget", refused.getMessage().contains("red widgets are small"));
      }
      widgets.withName("one").delete();
      check("the informer saw the end", within(gone));
    }
  }

  private static void official() throws Exception {
    CoreV1Api api = new CoreV1Api(Config.defaultClient());
    CountDownLatch seen = new CountDownLatch(1);
    SharedInformerFactory factory = new SharedInformerFactory(api.getApiClient());
    factory
        .sharedIndexInformerFor(
            (CallGeneratorParams params) ->
                api.listNamespacedConfigMap(NAMESPACE)
                    .resourceVersion(params.resourceVersion)
                    .timeoutSeconds(params.timeoutSeconds)
                    .watch(params.watch)
                    .buildCall(null),
            V1ConfigMap.class,
            V1ConfigMapList.class)
        .addEventHandler(
            new io.kubernetes.client.informer.ResourceEventHandler<>() {
              @Override
              public void onAdd(V1ConfigMap object) {
                if (object.getMetadata().getName().equals("official")) {
                  seen.countDown();
                }
              }

              @Override
              public void onUpdate(V1ConfigMap before, V1ConfigMap object) {}

              @Override
              public void onDelete(V1ConfigMap object, boolean unknown) {}
            });
    factory.startAllRegisteredInformers();
    V1ConfigMap made = new V1ConfigMap().metadata(new V1ObjectMeta().name("official")).data(Map.of("a", "b"));
    api.createNamespacedConfigMap(NAMESPACE, made).execute();
    check("the official client's informer follows", within(seen));
    factory.stopAllRegisteredInformers();
    List<V1ConfigMap> all = api.listNamespacedConfigMap(NAMESPACE).execute().getItems();
    check("the official client lists", all.stream().anyMatch(one -> "fabric8".equals(one.getMetadata().getName())));
  }

  public static void main(String[] args) throws Exception {
    try (KubernetesClient client = new KubernetesClientBuilder().build()) {
      fabric8Watches(client);
      fabric8Extends(client);
    }
    official();
    System.exit(0);
  }
}
