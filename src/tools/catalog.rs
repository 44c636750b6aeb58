use super::context::{Context, Reader};
use super::find_features::FindFeatures;
use super::get_map_state::GetMapState;
use super::get_place_details::GetPlaceDetails;
use super::list_features_in_view::ListFeaturesInView;
use super::schema::{check, schema_of};
use super::set_map_view::SetMapView;
use super::state::state;
use super::{Action, Query, ToolError, listing};
use crate::domain::Origin;
use crate::ports::within;
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde_json::{Map, Value};
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::Duration;

/// How long a whole call may take.
const CALL_LIMIT: Duration = Duration::from_secs(10);

type Run = fn(Rc<Context>, Value) -> LocalBoxFuture<'static, Result<Map<String, Value>, ToolError>>;

/// A tool as every surface shows it.
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
    run: Run,
}

static CATALOG: LazyLock<Vec<Definition>> = LazyLock::new(|| {
    vec![
        query::<GetMapState>(),
        action::<SetMapView>(),
        query::<ListFeaturesInView>(),
        query::<FindFeatures>(),
        query::<GetPlaceDetails>(),
    ]
});

/// Every tool.
pub fn catalog() -> &'static [Definition] {
    &CATALOG
}

fn query<T: Query>() -> Definition {
    Definition {
        name: T::NAME,
        title: T::TITLE,
        description: T::DESCRIPTION,
        input_schema: schema_of::<T::Input>(),
        read_only: true,
        run: |context, input| async move { T::answer(typed(input)?, Reader(&context)).await }.boxed_local(),
    }
}

fn action<T: Action>() -> Definition {
    Definition {
        name: T::NAME,
        title: T::TITLE,
        description: T::DESCRIPTION,
        input_schema: schema_of::<T::Input>(),
        read_only: false,
        run: |context, input| {
            let run = async move {
                let plan = T::plan(typed(input)?, Reader(&context)).await?;
                context.commit(plan.edit, Origin::Agent, T::NAME).map_err(|_| ToolError::Internal)?;
                let mut answer = plan.answer;
                let state = state(Reader(&context))?;
                if T::STATE_IS_FLAT {
                    answer.extend(state);
                } else {
                    answer.insert("state".into(), Value::Object(state));
                }
                Ok(answer)
            };
            run.boxed_local()
        },
    }
}

/// The input as the tool's own type. It was checked against the schema made from that type.
fn typed<T: serde::de::DeserializeOwned>(input: Value) -> Result<T, ToolError> {
    serde_json::from_value(input)
        .map_err(|error| ToolError::InvalidArgument(format!("The input does not fit: {error}.")))
}

/// Calls a tool by name. Whatever happens, it answers: with a plain object, or with the one shape of failure.
pub async fn call(context: &Rc<Context>, name: &str, input: Value) -> Value {
    match answer(context, name, input).await {
        Ok(mut answer) => {
            listing::bound(&mut answer);
            Value::Object(answer)
        }
        Err(error) => error.to_answer(),
    }
}

async fn answer(context: &Rc<Context>, name: &str, mut input: Value) -> Result<Map<String, Value>, ToolError> {
    let Some(tool) = catalog().iter().find(|tool| tool.name == name) else {
        let names: Vec<_> = catalog().iter().map(|tool| tool.name).collect();
        let sentence = format!("There is no tool {name:?}; there are {}.", names.join(", "));
        return Err(ToolError::InvalidArgument(sentence));
    };
    check(tool.name, &tool.input_schema, &mut input)?;
    let run = (tool.run)(Rc::clone(context), input);
    within(context.loader().clock(), CALL_LIMIT, run).await.unwrap_or(Err(ToolError::Timeout))
}
