// A service worker: shows the notice that a pair is called, even when no page is open.

self.addEventListener("push", (event) => {
  const { title, body, page } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag: page, renotify: true, data: page, vibrate: [200, 100, 200] }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const path = new URL(event.notification.data, self.location.origin);
  if (path.origin === self.location.origin) event.waitUntil(self.clients.openWindow(path.href));
});
