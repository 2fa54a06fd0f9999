"""The official client of Python makes a definition and widgets; an operator of kopf answers in their status."""
import os
import threading
import time

import kopf
import yaml
from kubernetes import client, config, utils, watch
from kubernetes.client.rest import ApiException

GROUP, VERSION, PLURAL, NAMESPACE = "clients.example.com", "v1", "widgets", "default"


def ok(what):
    print("ok:", what, flush=True)


def eventually(what, holds):
    error = None
    for _ in range(600):
        try:
            if holds():
                return ok(what)
        except ApiException as caught:
            error = caught
        time.sleep(0.1)
    raise SystemExit(f"{what}: not within a minute ({error})")


@kopf.on.create(PLURAL, group=GROUP, version=VERSION)
@kopf.on.update(PLURAL, group=GROUP, version=VERSION)
def follow(spec, patch, **_):
    patch.status["size"] = spec["size"]


@kopf.on.delete(PLURAL, group=GROUP, version=VERSION)
def let_go(**_):
    ok("the operator was told of the end")


def operate(stop, ready):
    kopf.run(standalone=True, namespace=NAMESPACE, stop_flag=stop, ready_flag=ready)


def define(extensions):
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../widgets.yaml"), encoding="utf-8") as file:
        definition = yaml.safe_load(file)
    # kopf keeps its notes in the status.
    status = definition["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["status"]
    status["x-kubernetes-preserve-unknown-fields"] = True
    extensions.create_custom_resource_definition(definition)

    def established():
        read = extensions.read_custom_resource_definition(f"{PLURAL}.{GROUP}")
        return any(c.type == "Established" and c.status == "True" for c in read.status.conditions or [])

    eventually("the definition is established", established)


def use(objects):
    where = (GROUP, VERSION, NAMESPACE, PLURAL)
    body = {"apiVersion": f"{GROUP}/{VERSION}", "kind": "Widget", "metadata": {"name": "one"}, "spec": {}}
    made = objects.create_namespaced_custom_object(*where, body)
    assert made["spec"]["size"] == 3, made
    ok("create a widget")

    def size():
        return objects.get_namespaced_custom_object(*where, "one").get("status", {}).get("size")

    eventually("the operator answers", lambda: size() == 3)
    objects.patch_namespaced_custom_object(*where, "one", {"spec": {"size": 7}})
    eventually("the operator follows", lambda: size() == 7)
    try:
        body["metadata"]["name"], body["spec"] = "two", {"size": 0}
        objects.create_namespaced_custom_object(*where, body)
        raise SystemExit("an empty widget was not refused")
    except ApiException as refused:
        assert refused.status == 422 and "should be greater than or equal to 1" in refused.body, refused
        ok("the schema refuses a widget")
    seen = watch.Watch()
    objects.delete_namespaced_custom_object(*where, "one")
    for event in seen.stream(objects.list_namespaced_custom_object, *where, timeout_seconds=60):
        if event["type"] == "DELETED":
            seen.stop()
    eventually("the widget is gone", lambda: not objects.list_namespaced_custom_object(*where)["items"])


def main():
    config.load_kube_config()
    api = client.ApiClient()
    core = client.CoreV1Api(api)
    utils.create_from_dict(
        api, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "python", "namespace": NAMESPACE}}
    )
    assert core.read_namespaced_config_map("python", NAMESPACE).metadata.name == "python"
    ok("create a config map")
    define(client.ApiextensionsV1Api(api))
    stop, ready = threading.Event(), threading.Event()
    operator = threading.Thread(target=operate, args=(stop, ready))
    operator.start()
    try:
        if not ready.wait(60):
            raise SystemExit("the operator is not ready within a minute")
        use(client.CustomObjectsApi(api))
    finally:
        stop.set()
        operator.join(30)
    ok("the operator ended")


main()
