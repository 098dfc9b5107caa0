//! Listening: one task for each connection, each with its pace and patience.

use std::convert::Infallible;
use std::error::Error;
use std::fmt;
use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tower_service::Service;

use super::door::Door;
use super::outlet::{LARGEST_HEAD, Outlet};
use super::pace::Pace;
use super::{App, router};
use crate::matches::Matches;
use crate::store::Store;
use crate::studio::Studio;

/// So many connections are open at once; more have to wait.
const MOST_CONNECTIONS: usize = 1024;
/// The head of a request must have come after so long.
const HEAD: Duration = Duration::from_secs(10);
/// So many requests a second are more than a person at a page makes.
const RATE: u32 = 1000;
/// So many are more than several people at their pages make.
const TOTAL_RATE: u32 = 4000;
/// So many requests are under way at once.
const AT_ONCE: usize = 256;
/// So many new matches a second.
const NEW_MATCHES: u32 = 100;
/// A request that takes longer is given up; simulations are bounded otherwise.
const PATIENCE: Duration = Duration::from_secs(120);
/// What is under way when the server stops has so long to end.
const FAREWELL: Duration = Duration::from_secs(3);

/// Where a studio listens and keeps its matches.
///
/// # Example
///
/// ```
/// use rulebook_server::ServeOptions;
///
/// let options = ServeOptions { port: 8080, ..ServeOptions::new("matches") };
/// assert!(options.listen.is_loopback());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// The address: this machine alone unless said otherwise. Whoever reaches
    /// a studio sees and does everything in it.
    pub listen: IpAddr,
    /// The port; 0 takes one that is free.
    pub port: u16,
    /// The folder in which matches are kept. It is made if it is not there.
    pub data: PathBuf,
    /// How many requests a second one connection may make, and twice as many
    /// at once. What is more is refused.
    pub rate: u32,
    /// The same for all connections together.
    pub total_rate: u32,
    /// The same for new matches, made or opened from records.
    pub new_matches: u32,
    /// How many requests may be under way at once. What is more is refused.
    pub at_once: usize,
    /// A request that takes longer is given up.
    pub patience: Duration,
}

impl ServeOptions {
    /// On this machine alone, on a free port, with matches in that folder.
    pub fn new(data: impl Into<PathBuf>) -> Self {
        let listen = IpAddr::V4(Ipv4Addr::LOCALHOST);
        ServeOptions {
            listen,
            port: 0,
            data: data.into(),
            rate: RATE,
            total_rate: TOTAL_RATE,
            new_matches: NEW_MATCHES,
            at_once: AT_ONCE,
            patience: PATIENCE,
        }
    }
}

/// Why a studio cannot serve.
///
/// # Example
///
/// ```
/// use rulebook_server::{ServeOptions, Studio};
///
/// // No folder can be made below a file.
/// let error = Studio::new().start(ServeOptions::new("Cargo.toml/matches")).unwrap_err();
/// assert!(error.to_string().contains("Cargo.toml"), "{error}");
/// ```
#[derive(Debug)]
pub struct ServeError(String);

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for ServeError {}

/// A studio that serves, until it is dropped or stopped.
///
/// # Example
///
/// ```
/// use rulebook_server::{ServeOptions, Studio};
///
/// let folder = std::env::temp_dir().join(format!("studio-example-{}", std::process::id()));
/// let serving = Studio::with_reference_games().start(ServeOptions::new(&folder))?;
/// assert!(serving.address().ip().is_loopback());
/// serving.stop();
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Serving {
    address: SocketAddr,
    runtime: Option<Runtime>,
    stop: watch::Sender<bool>,
    ending: Option<Ending>,
}

impl Serving {
    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on the program does not end at once when it is told to
    /// (Ctrl-C, or a termination): [`wait`](Serving::wait) ends, and the studio
    /// stops. To be called before anybody learns where the studio is.
    ///
    /// # Errors
    ///
    /// If nobody can be told that the program is to end.
    ///
    /// # Example
    ///
    /// ```no_run
    /// use rulebook_server::{ServeOptions, Studio};
    ///
    /// let mut serving = Studio::with_reference_games().start(ServeOptions::new("matches"))?;
    /// serving.heed()?;
    /// println!("The studio is open at http://{}", serving.address());
    /// serving.wait()?;
    /// # Ok::<(), rulebook_server::ServeError>(())
    /// ```
    pub fn heed(&mut self) -> Result<(), ServeError> {
        if let (Some(runtime), None) = (&self.runtime, &self.ending) {
            let _within = runtime.enter();
            let ending = Ending::new();
            let deaf = |error| ServeError(format!("Ctrl-C cannot be waited for: {error}."));
            self.ending = Some(ending.map_err(deaf)?);
        }
        Ok(())
    }

    /// Waits until the program is told to end (Ctrl-C, or a termination), and
    /// stops.
    ///
    /// # Errors
    ///
    /// If nobody can be told that the program is to end.
    pub fn wait(mut self) -> Result<(), ServeError> {
        self.heed()?;
        if let (Some(runtime), Some(ending)) = (&self.runtime, &mut self.ending) {
            runtime.block_on(ending.comes());
        }
        self.stop();
        Ok(())
    }

    /// Stops: nobody new is served, and what is under way has a moment to end.
    pub fn stop(mut self) {
        self.end();
    }

    fn end(&mut self) {
        // If nobody listens, everything has ended already.
        let _ = self.stop.send(true);
        if let Some(runtime) = self.runtime.take() {
            runtime.block_on(async {
                // Every connection holds a receiver until it has ended.
                let ended = tokio::time::timeout(FAREWELL, self.stop.closed());
                let _ = ended.await;
            });
            runtime.shutdown_timeout(FAREWELL);
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.end();
    }
}

/// Who notices that the program is told to end, from when it is made.
#[cfg(unix)]
#[derive(Debug)]
struct Ending {
    interrupted: tokio::signal::unix::Signal,
    terminated: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Ending {
    fn new() -> std::io::Result<Ending> {
        use tokio::signal::unix::{SignalKind, signal};
        let interrupted = signal(SignalKind::interrupt())?;
        Ok(Ending { interrupted, terminated: signal(SignalKind::terminate())? })
    }

    async fn comes(&mut self) {
        tokio::select! {
            _ = self.interrupted.recv() => (),
            _ = self.terminated.recv() => (),
        }
    }
}

/// The same elsewhere.
#[cfg(not(unix))]
#[derive(Debug)]
struct Ending(tokio::signal::windows::CtrlC);

#[cfg(not(unix))]
impl Ending {
    fn new() -> std::io::Result<Ending> {
        tokio::signal::windows::ctrl_c().map(Ending)
    }

    async fn comes(&mut self) {
        self.0.recv().await;
    }
}

impl Studio {
    /// Serves on threads of its own.
    ///
    /// # Errors
    ///
    /// If the data folder cannot be used, or nobody can listen there.
    pub fn start(self, options: ServeOptions) -> Result<Serving, ServeError> {
        let store = Store::open(&options.data).map_err(|error| ServeError(error.to_string()))?;
        let threads = |error: std::io::Error| ServeError(format!("There are no threads: {error}."));
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(32)
            .thread_name("studio")
            .enable_all()
            .build()
            .map_err(threads)?;
        let asked = SocketAddr::new(options.listen, options.port);
        let taken = |error: std::io::Error| {
            ServeError(format!("Nobody can listen on {asked}: {error}. Take another port, or 0."))
        };
        let listener = runtime.block_on(TcpListener::bind(asked)).map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let app = App::new(Matches::new(self, store), Door::new(address), &options);
        let (stop, stopped) = watch::channel(false);
        runtime.spawn(accept(listener, app, stopped));
        Ok(Serving { address, runtime: Some(runtime), stop, ending: None })
    }

    /// Serves until the program is told to end, and says where on the standard
    /// output.
    ///
    /// # Errors
    ///
    /// As for [`start`](Studio::start) and [`wait`](Serving::wait).
    ///
    /// # Example
    ///
    /// ```no_run
    /// use rulebook_games::tic_tac_toe::TicTacToe;
    /// use rulebook_server::{ServeOptions, Studio};
    ///
    /// Studio::new().game::<TicTacToe>().serve(ServeOptions::new("matches"))?;
    /// # Ok::<(), rulebook_server::ServeError>(())
    /// ```
    pub fn serve(self, options: ServeOptions) -> Result<(), ServeError> {
        let mut serving = self.start(options)?;
        serving.heed()?;
        let unsaid = |error: std::io::Error| ServeError(format!("Nobody can be told: {error}."));
        let mut out = std::io::stdout();
        writeln!(out, "The studio is open at http://{}", serving.address()).map_err(unsaid)?;
        serving.wait()
    }
}

/// Serves whoever comes, until it is stopped.
async fn accept(listener: TcpListener, app: Arc<App>, stopped: watch::Receiver<bool>) {
    let (rate, router) = (app.rate, router(app));
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut ending = stopped.clone();
    loop {
        let Ok(place) = places.clone().acquire_owned().await else { return };
        let came = tokio::select! {
            came = listener.accept() => came,
            _ = ending.changed() => return,
        };
        let Ok((stream, _)) = came else {
            // Out of files, most likely: others may close theirs.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let pace = Pace::new(rate);
        let connection = connection(stream, router.clone(), pace, stopped.clone());
        tokio::spawn(async move {
            connection.await;
            drop(place);
        });
    }
}

/// Serves one connection until it ends or the server stops.
async fn connection(
    stream: TcpStream,
    router: Router,
    pace: Pace,
    mut stopped: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: Request<Incoming>| {
        let (mut router, pace) = (router.clone(), pace.clone());
        async move {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(pace);
            let response = router.call(request).await;
            Ok::<_, Infallible>(response.unwrap_or_else(|never| match never {}))
        }
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(LARGEST_HEAD);
    let (outlet, last) = Outlet::new(stream);
    let served = builder.serve_connection(TokioIo::new(outlet), service).with_upgrades();
    tokio::pin!(served);
    let ended = tokio::select! {
        ended = &mut served => ended,
        _ = stopped.changed() => {
            served.as_mut().graceful_shutdown();
            served.await
        }
    };
    // Whoever goes away in the middle has nothing to be told.
    if let Err(error) = ended {
        last.say_of(&error);
    }
}
