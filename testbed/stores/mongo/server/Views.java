import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Views, which the library lacks: `create`, `collMod` and `drop` of a view, and reads of it as an aggregation. */
class Views {
    private record View(String on, List<Document> pipeline) {}

    /** By namespace. */
    private final Map<String, View> views = new ConcurrentHashMap<>();

    Document handle(MongoMessage message, Function<MongoMessage, Document> next) {
        Document command = message.getDocument();
        String name = command.keySet().iterator().next();
        String database = message.getDatabaseName();
        String namespace = database + "." + command.get(name);
        View view = views.get(namespace);
        switch (name) {
            case "create":
                if (view != null) throw new MongoServerError(48, "NamespaceExists", namespace + " already exists");
                if (command.get("viewOn") == null) return next.apply(message);
                return define(namespace, command);
            case "collMod":
                if (view == null) throw new MongoServerError(26, "NamespaceNotFound", "ns does not exist");
                return define(namespace, command);
            case "drop":
                return views.remove(namespace) == null ? next.apply(message) : ok();
            case "dropDatabase":
                views.keySet().removeIf(key -> key.startsWith(database + "."));
                return next.apply(message);
            case "listCollections":
                return withViews(database, next.apply(message));
            case "insert", "update", "delete", "findAndModify", "createIndexes":
                if (view != null) throw new MongoServerError(166, "CommandNotSupportedOnView", namespace + " is a view");
                return next.apply(message);
            case "dropIndexes":
                return next.apply(with(message, byKey(message, command, next)));
            case "find":
                return view == null ? next.apply(message) : aggregate(message, view, stagesOf(command), next);
            case "aggregate":
                List<Document> stages = withoutViews(database, documents(command.get("pipeline")));
                if (view != null) return aggregate(message, view, stages, next);
                return next.apply(with(message, copy(command, "pipeline", stages)));
            case "count":
                return view == null ? next.apply(message) : count(message, view, command, next);
            case "distinct":
                return view == null ? next.apply(message) : distinct(message, view, command, next);
            default:
                return next.apply(message);
        }
    }

    private Document define(String namespace, Document command) {
        views.put(namespace, new View((String) command.get("viewOn"), documents(command.get("pipeline"))));
        return ok();
    }

    private Document withViews(String database, Document answer) {
        List<Document> batch = new ArrayList<>(documents(((Document) answer.get("cursor")).get("firstBatch")));
        views.forEach((namespace, view) -> {
            if (!namespace.startsWith(database + ".")) return;
            Document options = new Document("viewOn", view.on()).append("pipeline", view.pipeline());
            batch.add(new Document("name", namespace.substring(database.length() + 1))
                .append("type", "view").append("options", options).append("info", new Document("readOnly", true)));
        });
        Document cursor = copy((Document) answer.get("cursor"), "firstBatch", batch);
        return copy(answer, "cursor", cursor);
    }

    private static Document aggregate(
            MongoMessage message, View view, List<Document> stages, Function<MongoMessage, Document> next) {
        List<Document> pipeline = new ArrayList<>(view.pipeline());
        pipeline.addAll(stages);
        return next.apply(with(message, new Document("aggregate", view.on())
            .append("pipeline", pipeline).append("cursor", new Document()).append("$db", message.getDatabaseName())));
    }

    private static List<Document> stagesOf(Document find) {
        List<Document> stages = new ArrayList<>();
        addStage(stages, "$match", find.get("filter"));
        addStage(stages, "$sort", find.get("sort"));
        addStage(stages, "$skip", find.get("skip"));
        addStage(stages, "$limit", find.get("limit"));
        addStage(stages, "$project", find.get("projection"));
        return stages;
    }

    private static void addStage(List<Document> stages, String name, Object value) {
        boolean isEmpty = value == null || (value instanceof Document document && document.isEmpty())
            || (value instanceof Number number && number.longValue() == 0);
        if (!isEmpty) stages.add(new Document(name, value));
    }

    private static Document count(
            MongoMessage message, View view, Document command, Function<MongoMessage, Document> next) {
        List<Document> stages = new ArrayList<>();
        addStage(stages, "$match", command.get("query"));
        addStage(stages, "$skip", command.get("skip"));
        addStage(stages, "$limit", command.get("limit"));
        return ok().append("n", batchOf(aggregate(message, view, stages, next)).size());
    }

    private static Document distinct(
            MongoMessage message, View view, Document command, Function<MongoMessage, Document> next) {
        List<Document> stages = new ArrayList<>();
        addStage(stages, "$match", command.get("query"));
        stages.add(new Document("$group", new Document("_id", "$" + command.get("key"))));
        List<Object> values = new ArrayList<>();
        for (Document row : batchOf(aggregate(message, view, stages, next))) values.add(row.get("_id"));
        return ok().append("values", values);
    }

    /** By its name, the library drops an index of all collections. */
    private static Document byKey(MongoMessage message, Document command, Function<MongoMessage, Document> next) {
        Document list = new Document("listIndexes", command.get("dropIndexes")).append("$db", message.getDatabaseName());
        for (Document index : batchOf(next.apply(with(message, list))))
            if (index.get("name").equals(command.get("index"))) return copy(command, "index", index.get("key"));
        return command;
    }

    /** Stages that join a view join its collection instead. */
    private List<Document> withoutViews(String database, List<Document> stages) {
        List<Document> replaced = new ArrayList<>();
        for (Document stage : stages) {
            View joined = stage.get("$lookup") instanceof Document lookup
                ? views.get(database + "." + lookup.get("from")) : null;
            replaced.add(joined == null ? stage
                : new Document("$lookup", copy((Document) stage.get("$lookup"), "from", joined.on())));
        }
        return replaced;
    }

    private static MongoMessage with(MongoMessage message, Document command) {
        return new MongoMessage(message.getChannel(), message.getHeader(), command);
    }

    private static Document copy(Document document, String member, Object value) {
        Document copy = new Document();
        document.forEach(copy::put);
        copy.put(member, value);
        return copy;
    }

    private static List<Document> batchOf(Document answer) {
        return documents(((Document) answer.get("cursor")).get("firstBatch"));
    }

    @SuppressWarnings("unchecked")
    private static List<Document> documents(Object value) {
        return value == null ? List.of() : new ArrayList<>((java.util.Collection<Document>) value);
    }

    private static Document ok() {
        return new Document("ok", 1.0);
    }
}
