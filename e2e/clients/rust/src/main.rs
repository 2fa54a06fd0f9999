//! kube-rs: a derived definition, a typed API, a watcher and a controller that answers in the status.
use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kube::{
    api::{Api, DeleteParams, Patch, PatchParams, PostParams},
    runtime::{
        conditions, controller::Action, wait::await_condition, watcher, Controller,
    },
    Client, CustomResource, CustomResourceExt,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::time::{sleep, timeout};

#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "clients.example.com", version = "v1", kind = "Gadget", namespaced)]
#[kube(status = "GadgetStatus", shortname = "gd", printcolumn = r#"{"name":"Size","type":"integer","jsonPath":".spec.size"}"#)]
struct GadgetSpec {
    #[schemars(range(min = 1, max = 10))]
    size: u8,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
struct GadgetStatus {
    size: u8,
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

fn ok(what: &str) {
    println!("ok: {what}");
}

async fn follow(gadget: Arc<Gadget>, client: Arc<Client>) -> Result<Action, kube::Error> {
    let gadgets: Api<Gadget> = Api::default_namespaced((*client).clone());
    let name = gadget.metadata.name.clone().unwrap_or_default();
    if gadget.status.as_ref().map(|s| s.size) != Some(gadget.spec.size) {
        let status = json!({"status": {"size": gadget.spec.size}});
        gadgets.patch_status(&name, &PatchParams::default(), &Patch::Merge(status)).await?;
    }
    Ok(Action::await_change())
}

async fn answered(gadgets: Api<Gadget>, size: u8) -> Result<(), Failure> {
    let is = move |gadget: Option<&Gadget>| gadget.and_then(|g| g.status.as_ref()).is_some_and(|s| s.size == size);
    timeout(Duration::from_secs(60), await_condition(gadgets, "one", is)).await??;
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let client = Client::try_default().await?;
    let definitions: Api<CustomResourceDefinition> = Api::all(client.clone());
    let definition = Gadget::crd();
    let apply = PatchParams::apply("kube-rs").force();
    definitions.patch("gadgets.clients.example.com", &apply, &Patch::Apply(&definition)).await?;
    ok("apply the definition");
    let established = await_condition(definitions, "gadgets.clients.example.com", conditions::is_crd_established());
    timeout(Duration::from_secs(60), established).await??;
    ok("the definition is established");

    let gadgets: Api<Gadget> = Api::default_namespaced(client.clone());
    let controller = Controller::new(gadgets.clone(), watcher::Config::default());
    let failed = |_: Arc<Gadget>, _: &kube::Error, _: Arc<Client>| Action::requeue(Duration::from_secs(1));
    let tell = |result: Result<_, _>| async move {
        if let Err(error) = result {
            eprintln!("{error}");
        }
    };
    let running = tokio::spawn(controller.run(follow, failed, Arc::new(client.clone())).for_each(tell));

    gadgets.create(&PostParams::default(), &Gadget::new("one", GadgetSpec { size: 2 })).await?;
    ok("create a gadget");
    answered(gadgets.clone(), 2).await?;
    ok("the controller answers");
    let changed = json!({"apiVersion": "clients.example.com/v1", "kind": "Gadget", "spec": {"size": 7}});
    gadgets.patch("one", &apply, &Patch::Apply(&changed)).await?;
    answered(gadgets.clone(), 7).await?;
    ok("the controller follows");
    match gadgets.create(&PostParams::default(), &Gadget::new("two", GadgetSpec { size: 11 })).await {
        Err(kube::Error::Api(refused)) if refused.code == 422 => ok("the schema refuses a gadget"),
        other => return Err(format!("a large gadget was not refused: {other:?}").into()),
    }
    gadgets.delete("one", &DeleteParams::default()).await?;
    while gadgets.get_opt("one").await?.is_some() {
        sleep(Duration::from_millis(100)).await;
    }
    ok("the gadget is gone");
    running.abort();
    Ok(())
}
