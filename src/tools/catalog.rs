use super::context::Context;
use super::interceptor::{Call, Interceptor, Log, Next, TimeLimit};
use super::reader::Reader;
use super::schema::{check, schema};
use super::state::state;
use super::{Action, Query, Service, ToolError, listing};
use super::{core, surface::Surface};
use crate::domain::Origin;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::{Map, Value, json};
use std::rc::Rc;
use std::sync::{Arc, LazyLock};

type Run = fn(Rc<Context>, Value, Origin) -> LocalBoxFuture<'static, Result<Map<String, Value>, ToolError>>;

/// A tool as every surface shows it.
#[derive(Clone)]
pub struct Definition {
    /// The name it is called by.
    pub name: &'static str,
    /// A few words for a human.
    pub title: &'static str,
    /// What it does and answers, for an agent.
    pub description: &'static str,
    /// JSON Schema of its input.
    pub input_schema: Value,
    /// Whether it changes nothing.
    pub read_only: bool,
    /// What a map must have for it to be offered.
    pub needs: &'static [Service],
    /// Other spellings of arguments, each with the argument's name.
    aliases: &'static [(&'static str, &'static str)],
    run: Run,
}

impl Definition {
    /// A tool that only reads.
    pub fn query<T: Query>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            input_schema: schema::<T::Input>(T::NAME),
            read_only: true,
            needs: T::NEEDS,
            aliases: T::ALIASES,
            run: |context, input, by| {
                async move { T::answer(typed(input)?, Reader::new(&context, T::NAME, by)).await }.boxed_local()
            },
        }
    }

    /// JSON Schema of its input while these layers are on the map.
    pub fn schema_with(&self, layers: &[String]) -> Value {
        super::layers::with_layers(&self.input_schema, layers)
    }

    /// A tool that acts.
    pub fn action<T: Action + 'static>() -> Self {
        Self {
            name: T::NAME,
            title: T::TITLE,
            description: T::DESCRIPTION,
            input_schema: schema::<T::Input>(T::NAME),
            read_only: false,
            needs: T::NEEDS,
            aliases: &[],
            run: |context, input, by| act::<T>(context, input, by).boxed_local(),
        }
    }
}

/// Plans, makes the change, and answers an agent with the new state.
async fn act<T: Action>(context: Rc<Context>, input: Value, by: Origin) -> Result<Map<String, Value>, ToolError> {
    let plan = T::plan(typed(input)?, Reader::new(&context, T::NAME, by)).await?;
    let mut answer = plan.answer;
    if let Some((key, turned)) = context.make(plan.step, T::NAME, by)? {
        let ids: Vec<_> = turned.ids.iter().map(ToString::to_string).collect();
        answer.insert(key.into(), json!({ "tool": turned.tool, "ids": ids }));
    }
    if by == Origin::User {
        // The human sees the state, and what they changed is still to be told to the agent.
        return Ok(answer);
    }
    // Made after the change: the city may be another one now.
    let state = state(Reader::new(&context, T::NAME, by))?;
    if T::STATE_IS_FLAT {
        answer.extend(state);
    } else {
        answer.insert("state".into(), Value::Object(state));
    }
    Ok(answer)
}

/// The input as the tool's own type. It was checked against the schema made from that type.
fn typed<T: serde::de::DeserializeOwned>(input: Value) -> Result<T, ToolError> {
    serde_json::from_value(input)
        .map_err(|error| ToolError::InvalidArgument(format!("The input does not fit: {error}.")))
}

/// Why tools cannot be put together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ComposeError {
    /// A name is used twice and was not listed as a replacement.
    #[error("there are two tools called {name}, and it is not listed as a replacement")]
    NameTaken {
        /// The name.
        name: &'static str,
    },
    /// A name is listed as a replacement, but nothing is replaced.
    #[error("{name} is listed as a replacement, but there are no two tools of that name")]
    NothingReplaced {
        /// The name.
        name: &'static str,
    },
}

/// A set of tools, each name once.
#[derive(Clone, Default)]
pub struct Catalog {
    tools: Vec<Definition>,
}

static CORE: LazyLock<Arc<Catalog>> =
    LazyLock::new(|| Arc::new(Catalog::compose(core(), vec![], &[]).unwrap_or_default()));

impl Catalog {
    /// The tools of `first`, then those of `more`; one of `more` whose name is in `replace` takes the place of the other
    /// of that name.
    ///
    /// # Errors
    /// A name that is used twice without being listed, or listed without being used twice.
    pub fn compose(
        first: Vec<Definition>,
        more: Vec<Definition>,
        replace: &[&'static str],
    ) -> Result<Self, ComposeError> {
        let mut tools: Vec<Definition> = Vec::new();
        let mut replaced = Vec::new();
        for tool in first.into_iter().chain(more) {
            match tools.iter().position(|other| other.name == tool.name) {
                None => tools.push(tool),
                Some(index) if replace.contains(&tool.name) && !replaced.contains(&tool.name) => {
                    replaced.push(tool.name);
                    tools[index] = tool;
                }
                Some(_) => return Err(ComposeError::NameTaken { name: tool.name }),
            }
        }
        match replace.iter().find(|name| !replaced.contains(name)) {
            Some(name) => Err(ComposeError::NothingReplaced { name }),
            None => Ok(Self { tools }),
        }
    }

    /// The tools of this program.
    pub fn core() -> &'static Arc<Self> {
        &CORE
    }

    /// Its tools in order.
    pub fn tools(&self) -> &[Definition] {
        &self.tools
    }

    /// Those that a map with these services offers, on that surface or, for `None`, to other tools.
    pub fn offered<'a>(
        &'a self,
        context: &'a Context,
        surface: Option<Surface>,
    ) -> impl Iterator<Item = &'a Definition> {
        let has_all = |tool: &&Definition| tool.needs.iter().all(|service| context.has(*service));
        let on = move |tool: &&Definition| surface.is_none_or(|surface| surface.offers(tool.name));
        self.tools.iter().filter(has_all).filter(on)
    }
}

/// Every tool of this program, whatever it needs.
pub fn catalog() -> &'static [Definition] {
    CORE.tools()
}

/// Calls a tool by name for an agent. Whatever happens, it answers: with a plain object, or with the one shape of
/// failure.
pub async fn call(context: &Rc<Context>, name: &str, input: Value) -> Value {
    call_by(context, Origin::Agent, name, input).await
}

/// Calls a tool by name for that hand. What the human calls is theirs, and answered without the state.
pub async fn call_by(context: &Rc<Context>, by: Origin, name: &str, input: Value) -> Value {
    through(context, Call { tool: name.to_owned(), input, parent: None, by }).await
}

/// A call that the tool `parent` makes. Only what reads can be called so: an action is one edit, its own.
pub(super) fn nested(
    context: &Rc<Context>,
    (by, parent): (Origin, &'static str),
    name: &str,
    input: Value,
) -> LocalBoxFuture<'static, Value> {
    through(context, Call { tool: name.to_owned(), input, parent: Some(parent), by })
}

/// The call's way through every interceptor, the outermost first, to its tool.
fn through(context: &Rc<Context>, call: Call) -> LocalBoxFuture<'static, Value> {
    let mut way: Vec<Rc<dyn Interceptor>> = vec![Rc::new(Log)];
    way.extend(context.interceptors.borrow().iter().cloned());
    way.push(Rc::new(TimeLimit));
    let for_tool = Rc::clone(context);
    let tool: Next = Rc::new(move |call| {
        let context = Rc::clone(&for_tool);
        async move { answered(&context, call).await }.boxed_local()
    });
    let inward = way.into_iter().rev().fold(tool, |next: Next, interceptor| {
        let context = Rc::clone(context);
        Rc::new(move |call| interceptor.around(&context, call, Rc::clone(&next)))
    });
    inward(call)
}

async fn answered(context: &Rc<Context>, call: Call) -> Value {
    match answer(context, call).await {
        Ok(mut answer) => {
            listing::bound(&mut answer);
            Value::Object(answer)
        }
        Err(error) => error.to_answer(),
    }
}

async fn answer(context: &Rc<Context>, mut call: Call) -> Result<Map<String, Value>, ToolError> {
    let catalog = Arc::clone(&context.catalog.borrow());
    let Some(tool) = catalog.offered(context, None).find(|tool| tool.name == call.tool) else {
        let names: Vec<_> = catalog.offered(context, None).map(|tool| tool.name).collect();
        let sentence = format!("There is no tool {:?}; there are {}.", call.tool, names.join(", "));
        return Err(ToolError::InvalidArgument(sentence));
    };
    if call.parent.is_some() && !tool.read_only {
        return Err(ToolError::Internal);
    }
    if let Some(arguments) = call.input.as_object_mut() {
        for (alias, name) in tool.aliases {
            if let Some(value) = arguments.remove(*alias)
                && arguments.insert((*name).to_owned(), value).is_some()
            {
                let sentence = format!("{name} and {alias} are one argument in two spellings: pass one of them.");
                return Err(ToolError::InvalidArgument(sentence));
            }
        }
    }
    let layers = context.layer_names();
    if layers.is_empty() {
        check(tool.name, &tool.input_schema, &mut call.input)?;
    } else {
        check(tool.name, &tool.schema_with(&layers), &mut call.input)?;
    }
    (tool.run)(Rc::clone(context), call.input, call.by).await
}
