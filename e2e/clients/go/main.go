// What controllers are made of today: a manager of controller-runtime with leader election, its cache (watch-list), a client that
// speaks protobuf to built-in kinds, a custom resource with status and scale.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	autoscalingv1 "k8s.io/api/autoscaling/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/yaml"
)

const namespace = "default"

// reconciler writes a config map for each widget, and into the widget's status how large it is.
type reconciler struct{ client.Client }

func (r *reconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	widget := &Widget{}
	if err := r.Get(ctx, request.NamespacedName, widget); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	made := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: widget.Name, Namespace: widget.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, made, func() error {
		made.Data = map[string]string{"size": fmt.Sprint(widget.Spec.Size)}
		return controllerutil.SetControllerReference(widget, made, r.Scheme())
	})
	if err != nil || widget.Status.Size == widget.Spec.Size {
		return ctrl.Result{}, err
	}
	widget.Status.Size = widget.Spec.Size
	return ctrl.Result{}, r.Status().Update(ctx, widget)
}

func check(what string, err error) {
	if err != nil {
		log.Fatalf("%s: %v", what, err)
	}
	fmt.Println("ok:", what)
}

func eventually(what string, holds func() (bool, error)) {
	var err error
	for range 600 {
		var held bool
		if held, err = holds(); held && err == nil {
			check(what, nil)
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	log.Fatalf("%s: not within a minute (%v)", what, err)
}

func define(ctx context.Context, c client.Client) {
	text, err := os.ReadFile("../widgets.yaml")
	check("read the definition", err)
	definition := &apiextensionsv1.CustomResourceDefinition{}
	check("parse the definition", yaml.UnmarshalStrict(text, definition))
	check("create the definition", c.Create(ctx, definition))
	eventually("the definition is established", func() (bool, error) {
		err := c.Get(ctx, client.ObjectKeyFromObject(definition), definition)
		for _, condition := range definition.Status.Conditions {
			if condition.Type == apiextensionsv1.Established && condition.Status == apiextensionsv1.ConditionTrue {
				return true, err
			}
		}
		return false, err
	})
}

func manage(ctx context.Context, config *rest.Config, scheme *runtime.Scheme) {
	manager, err := ctrl.NewManager(config, ctrl.Options{
		Scheme:                  scheme,
		Metrics:                 server.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "widgets.clients.example.com",
		LeaderElectionNamespace: namespace,
	})
	check("make a manager", err)
	check("make a controller", ctrl.NewControllerManagedBy(manager).For(&Widget{}).Owns(&corev1.ConfigMap{}).
		Complete(&reconciler{manager.GetClient()}))
	go func() {
		if err := manager.Start(ctx); err != nil {
			log.Fatalf("the manager ended: %v", err)
		}
	}()
	select {
	case <-manager.Elected():
		check("the manager leads", nil)
	case <-time.After(time.Minute):
		log.Fatal("the manager does not lead within a minute")
	}
}

func use(ctx context.Context, c client.Client) {
	widget := &Widget{ObjectMeta: metav1.ObjectMeta{Name: "one", Namespace: namespace}}
	check("create a widget", c.Create(ctx, widget))
	if widget.Spec.Size != 3 {
		log.Fatalf("the widget has no default: %+v", widget.Spec)
	}
	key := client.ObjectKeyFromObject(widget)
	made := &corev1.ConfigMap{}
	eventually("the controller made a config map", func() (bool, error) {
		return true, c.Get(ctx, key, made)
	})
	scale := &autoscalingv1.Scale{Spec: autoscalingv1.ScaleSpec{Replicas: 5}}
	check("scale the widget", c.SubResource("scale").Update(ctx, widget, client.WithSubResourceBody(scale)))
	eventually("the controller follows", func() (bool, error) {
		if err := c.Get(ctx, key, widget); err != nil {
			return false, err
		}
		err := c.Get(ctx, key, made)
		return widget.Status.Size == 5 && made.Data["size"] == "5", err
	})
	large := &Widget{ObjectMeta: metav1.ObjectMeta{Name: "two", Namespace: namespace}, Spec: WidgetSpec{Size: 50, Color: "red"}}
	if err := c.Create(ctx, large); !apierrors.IsInvalid(err) {
		log.Fatalf("a large red widget was not refused: %v", err)
	}
	check("a rule refuses a widget", nil)
	check("delete the widget", c.Delete(ctx, widget))
	eventually("the widget is gone", func() (bool, error) {
		err := c.Get(ctx, key, widget)
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
}

func main() {
	ctrl.SetLogger(zap.New(zap.WriteTo(os.Stderr)))
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	scheme := runtime.NewScheme()
	check("know the built-in kinds", clientgoscheme.AddToScheme(scheme))
	check("know definitions", apiextensionsv1.AddToScheme(scheme))
	addWidgets(scheme)
	config, err := ctrl.GetConfig()
	check("read the kubeconfig", err)
	c, err := client.New(config, client.Options{Scheme: scheme})
	check("make a client", err)
	define(ctx, c)
	manage(ctx, config, scheme)
	use(ctx, c)
}
